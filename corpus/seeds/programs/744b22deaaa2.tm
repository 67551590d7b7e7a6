program random

engine e0, pe
param n0, n1
buffer b0, b1, b2, b3, x4[3], x[3], y

e0 op b0, b3 -> b0, x4[(-n1 + 1) % 3]
pe add x[0 % 3], y -> x4[(n1 - 1) % 3]
