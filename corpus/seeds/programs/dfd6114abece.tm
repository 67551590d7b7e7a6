program random

engine e1, e0
param n0, n1
buffer b0, b1, b2, b3, x9

e1 op b2, b3 -> b1
e1 load b3, b1 -> b2, b0, x9, b3
e0 exp b1, b1 -> b0
