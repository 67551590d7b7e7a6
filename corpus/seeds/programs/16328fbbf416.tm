program random

engine e0, e1
param n0
buffer b0, b1, b2, b3, z

e0 op b0, b2 -> b0 latency 8
e1 op b0 -> b0 cost 507 latency 1
