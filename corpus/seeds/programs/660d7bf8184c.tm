program random

engine e0
param n0
memory mem
buffer b1 at mem[96, 96)
buffer b2[4] at mem[32, 32)
buffer b3[1], b4

e0 op -> b3[0]
l0: e0 load b3[0] -> b2[n0 % 4]
