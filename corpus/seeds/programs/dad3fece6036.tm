program random

engine e0
param n0
buffer b0[3], b1, b2, b3[4], x9
counter c7

c7 = 0
e0 op b3[n0 % 4] -> b0[(n0 + 1) % 3], x9
