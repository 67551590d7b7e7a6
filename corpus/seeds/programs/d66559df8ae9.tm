program random

engine e2, e3
param n0
buffer b0[3], b1[2], b2[3]

e3 op -> b2[(n0 + 2) % 3]
e2 op b1[2*n0 % 2], b0[(2*n0 - 1) % 3] -> b0[2], b1[(2*n0 + 2) % 2]
