program random

engine e0 inflight 2
engine e1 inflight 3
param n0
buffer b0[2], b1[2], b2

e1 op -> b0[0]
e0 op -> b1[(3*n0 + 2) % 2]
e1 op b2, b0[(n0 + 1) % 2] -> b0[2*n0 % 2]
e1 op b2 -> b0[(n0 - 1) % 2]
