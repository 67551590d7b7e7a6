# set: q=0
program branch

engine dma inflight 2
engine pe
param p, q
buffer x, y, z

dma load -> x
if q {
  dma op x, x -> z
  second: pe max x -> y
}
third: pe copy z -> z
