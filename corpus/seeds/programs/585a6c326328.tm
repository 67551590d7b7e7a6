program random

engine e0 inflight 2
param n0
memory mem
buffer b0[4]
buffer b1 at mem[96, 96)
buffer b2[4] at mem[32, 288)
buffer b3[3] at mem[96, 288)
buffer b4[2]

e0 op -> b2[2 % 4]
e0 op b1, b1 -> b0[0], b2[3*n0 % 4] cost 323
