program random

engine e0 inflight 2
engine e1 inflight 2
engine dma inflight 3
engine e8 inflight 2
param n0
buffer b0[1], b1, b2[4], x3[1], x[1]
counter c0

if c0 + 3 == 0 {
  c0 = c0 + 1
  e1 exp b1, x3[0] -> b1
}
l0: e1 store b2[0 % 4] -> b2[-1 % 4], b1
e0 exp -> b1
dma load -> x[0 % 1]
e0 exp b2[0] ->
e8 op x3[0], b2[-2*c0 + 3] -> x[0 % 1]
