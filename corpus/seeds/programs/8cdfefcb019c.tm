program random

engine e0, e1
param n0
buffer b0, b1, b2, b3

e0 op b1 -> b0, b1
e1 op -> b3
e1 op b1 ->
