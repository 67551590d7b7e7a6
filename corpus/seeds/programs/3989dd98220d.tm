program random

engine e0
param n0, n1
buffer b0, b1[4]

e0 op b1[0], b1[0] -> b0, b1[3*n0 % 4] cost 323
e0 op -> b0
e0 op b1[n1 % 4] -> b1[(n1 + 1) % 4]
