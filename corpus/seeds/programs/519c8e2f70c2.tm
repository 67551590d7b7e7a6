# set: n1=1
program random

engine e1, e2
param n0, n1
buffer b0[4]

e2 op b0[2], b0[3] -> latency 1
e1 op -> b0[2]
