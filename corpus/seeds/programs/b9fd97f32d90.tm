program random

engine e0 inflight 2
param n0
buffer b0[3], b1[5], b2[4], b3[2], b4

e0 load -> b4, b0[(n0 - 1) % 3]
if load b4 {
}
e0 load -> b4
