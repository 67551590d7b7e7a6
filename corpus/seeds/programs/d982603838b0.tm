program random

engine e0
param n0, n1
memory mem
buffer b0, b1, b2[3]
buffer b3 at mem[128, 160)

e0 op -> b2[(n0 - n1 + 1) % 3]
