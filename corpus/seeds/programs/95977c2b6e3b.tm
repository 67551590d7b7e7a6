program random

engine e0 inflight 2
engine dma inflight 2
param n0
memory mem
buffer b0[4], b1
buffer b2[1] at mem[32, 96)
buffer b3[4], b4, x, y
counter c3

c3 = c3 + 1
e0 op -> b0[2]
dma load -> x
for i0 in 0..c3 + 1 {
  l0: e0 load -> b3[(n0 + 2) % 4] latency 4
  e0 exp b1, b4 -> b0[(n0 + 1) % 4], b3[0] cost 42
}
