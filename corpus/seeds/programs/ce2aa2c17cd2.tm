program branch

engine dma inflight 2
param p, q
buffer x, y, z

dma load -> x
if p {
  first: dma add x -> y
}
if q {
  second: dma max x -> y
}
third: dma copy z -> z
