# set: n0=5
program random

engine e0 inflight 3
param n0
buffer b0, b1[3], b2

e0 op b1[0], b1[n0 % 3] -> b1[(n0 + 1) % 3]
