program random

engine e0
engine dma inflight 2
engine pe inflight 2
param n0, n1
buffer b0[2], b1, b2, x, b, z, y

dma op x, x -> x
e0 op -> b2
pe add x, y -> y
dma exp b -> z
for j in 0..1 step 3 {
  dma load -> x
  pe add x, y -> y
}
dma store x ->
while load x {
  e0 mul b2 -> b2, b2
  pe add x, y -> y
  dma op x, x -> x
  dma load x -> x
  e0 op b2 ->
  dma store x ->
}
dma op x, x -> x
