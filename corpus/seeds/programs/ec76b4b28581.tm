program random

engine e1
param n0, n1
buffer b0[1]

e1 op -> b0[0]
e1 op -> b0[(n0 - 1) % 1]
e1 op -> b0[0]
