# set: n1=1
program random

engine e1
param n0, n1
buffer b0[4]

e1 op -> b0[2]
e1 op b0[0], b0[2] ->
