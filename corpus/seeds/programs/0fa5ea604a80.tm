program random

engine e1
param n0
buffer b0[3], b1[3], b2, w, o

e1 op b0[(n0 + 2) % 3], b0[n0 % 3] -> b1[(n0 + 2) % 3]
e1 op b1[n0 % 3] -> b2, b2
