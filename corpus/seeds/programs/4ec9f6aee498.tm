# set: n0=4
program random

engine e0, e1, e2
param n0
buffer b0[2], b1[2]
counter c0, c1

e1 op b0[(c0 - 1) % 2] -> b1[(c0 - 1) % 2], b1[1]
