# set: n0=6
program random

engine e0
engine e1 inflight 3
param n0, n1
buffer b0[4], b1[2], b2[1], b3[3]
counter c0, c1

e1 op -> b3[0]
e0 op b0[(2*n0 - 1) % 4], b2[(2*n0 - 1) % 1] ->
c0 = c0 + 1
c1 = 1
