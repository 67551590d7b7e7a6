program random

engine e0, e1, pe
param n0
buffer b0, b1[2], y

e1 op b0, b1[1] ->
e0 op -> b1[(n0 + 1) % 2]
e0 op b1[(3*n0 - 1) % 2] -> b1[n0 % 2], b1[n0 % 2]
pe add b1[0 % 2] -> y
