program random

engine e0
param n0
buffer b0[1], b1, b2

e0 op b0[(n0 + 2) % 1] -> b0[0], b1
