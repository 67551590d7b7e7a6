program branch

engine dma inflight 2
engine pe, act
param p
buffer x, y, z, b

dma load -> x
if p {
  first: dma add x -> y
}
if 0 != 0 {
  dma op x, x -> z
  second: pe max x -> y
} else {
  act copy y -> z
  dma load -> b
}
third: pe copy z -> z
