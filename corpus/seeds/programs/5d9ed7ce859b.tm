program random

engine e0 inflight 2
param n0
buffer b0, b1, b2[1]

e0 op -> b0, b2[(3*n0 + 1) % 1]
