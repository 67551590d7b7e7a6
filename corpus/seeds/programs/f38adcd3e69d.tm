program branch

engine dma inflight 2
engine pe
param p, q
buffer x, y, z

dma load -> x
if p {
  first: pe add x -> y
}
dma load -> x
third: pe copy z -> z
