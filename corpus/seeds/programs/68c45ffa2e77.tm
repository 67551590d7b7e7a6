program random

engine e0
param n0, n1
buffer b0[4]
counter c1

c1 = 1
c1 = 1
e0 op -> b0[2 % 4]
