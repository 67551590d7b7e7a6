# set: q=0
program branch

engine dma inflight 2
engine pe
param p, q, n, k
buffer x, y, z

dma load -> x
if p {
  first: pe add x -> y
}
third: pe copy z -> z
