program random

engine e0, act
param n0
memory mem
buffer b0 at mem[64, 96)
buffer b1 at mem[32, 64)
buffer b2, b, c

act exp b -> c
for i0 in n0 + 2..load c {
  e0 op -> b0
}
