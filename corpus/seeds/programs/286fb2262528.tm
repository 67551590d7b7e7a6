program random

engine e0, e1, pe
param n0
buffer b0, b1[2], x[2], y

e1 op b0, b1[1] ->
e0 op -> b1[(n0 + 1) % 2]
pe add x[0 % 2] -> y
