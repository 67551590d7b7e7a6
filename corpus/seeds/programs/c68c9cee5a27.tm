program random

engine e0
param n0
buffer b0, b1, b2, b3, b4

e0 exp b3, b1 -> b0, b2
