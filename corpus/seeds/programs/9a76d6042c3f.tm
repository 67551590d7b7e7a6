program random

engine e1, e3
param n0, n1
memory m0
buffer b0, b1, b2
buffer b3 at m0[12, 12)
buffer x9

e1 load b3, b1 -> b2, b0, x9, b3
e3 op -> x9
e1 op b2, b3 -> b1
