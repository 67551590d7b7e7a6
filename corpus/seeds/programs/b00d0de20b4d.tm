program branch

engine dma inflight 2
engine pe
param p, q
buffer x, y, z

dma load -> x
if p {
}
if q {
  second: pe max x -> y
}
third: pe copy z -> z
