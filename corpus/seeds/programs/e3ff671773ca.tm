# set: q=0
program branch

engine dma inflight 2
engine pe, act
param p, q
buffer x, y, z, b

dma load -> x
if p {
  first: dma add x -> y
}
act copy y -> z
dma load -> b
third: pe copy z -> z
