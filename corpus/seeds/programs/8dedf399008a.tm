# set: n0=5
program random

engine e0
param n0
buffer b0, b1[3], b2, b3[3]

e0 op b1[0], b1[n0 % 3] -> b3[(n0 + 1) % 3]
