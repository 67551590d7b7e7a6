program random

engine e0 inflight 3
param n0, n1
memory m0
buffer b0 at m0[8, 8)
buffer b1, b2

e0 load b0, b2 -> b2 cost 331
e0 store b0 -> b1, b1
