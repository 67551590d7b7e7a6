program random

engine e0 inflight 2
engine e2 inflight 2
param n0
memory mem
buffer b0, b1, c
buffer b3 at mem[128, 192)

e2 exp -> b1 cost 43
for i0 in 0..load c {
  e0 op -> b3
}
