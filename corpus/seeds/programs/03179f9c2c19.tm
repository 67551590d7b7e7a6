# set: n=4
program fan

engine dma inflight 2
engine pe, act
param n
memory m0
buffer a, b
buffer y at m0[16, 16)
buffer z, x
counter c2

load_a: dma load -> a
load_b: dma load -> b
pe add x, y -> y
for i in 0..n {
  pe add x, y -> y
  dma load -> x
  dma store x ->
  c2 = c2 + 1
  dma exp b -> z
}
use_a: pe add a -> y
use_b: act exp b -> z
for i1 in 0..c2 - 1 {
}
