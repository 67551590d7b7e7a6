program random

engine e0
param n0, n1, n
buffer b0[4], b1[2], b2[4], b3[3], b4[2], x[3], y, z

e0 op -> b4[(n1 - 1) % 2]
