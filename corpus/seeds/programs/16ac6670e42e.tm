program random

engine e0, e1, pe
engine dma inflight 3
param n0
buffer b0[4], x, y

while load x {
  pe add x, y -> y
  dma op x, x -> x
  dma load x -> x
  dma store x ->
  pe add x -> y
}
e1 store -> b0[1 % 4]
l0: e0 store -> b0[0 % 4]
e1 exp b0[1 % 4], b0[1 % 4] -> b0[3]
