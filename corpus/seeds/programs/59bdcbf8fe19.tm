program random

engine e1 inflight 2
param n0
buffer b0[1]
counter c0

if load b0[0] {
  e1 exp b0[0] ->
  c0 = 0
}
e1 mul b0[-1 % 1] ->
c0 = c0 + 1
