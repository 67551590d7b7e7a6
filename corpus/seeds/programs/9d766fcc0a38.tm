program random

engine e0 inflight 2
engine e2 inflight 2
param n0
buffer b0, b1, c

e2 exp -> b1 cost 43
for i0 in 0..load c {
  e0 op -> b1
}
