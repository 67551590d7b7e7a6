program random

engine e2 inflight 3
param n0, n1
buffer b1[4], b2[2]

e2 mul b2[1] -> b2[(3*n1 + 1) % 2] latency 2
