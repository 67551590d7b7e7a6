# set: n0=6
program random

engine e1 inflight 3
param n0, n1
buffer b0[4], b1[2], b2[1], b3[3]
counter c7, turn

e1 op -> b3[0]
c7 = c7 + 1
turn = 1
