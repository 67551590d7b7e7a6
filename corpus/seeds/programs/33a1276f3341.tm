program random

engine e3
param n0, n1
buffer b0[1]

e3 exp b0[(2*n0 + n1 + 2) % 1] -> b0[(n0 + 1) % 1], b0[(n0 + 1) % 1]
