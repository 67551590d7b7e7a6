program random

param n0, n1
buffer b0[4]
counter c1

c1 = 1
c1 = 1
