program random

engine e0
param n0
memory mem
buffer b0[2] at mem[0, 128)
buffer b1
buffer b2 at mem[96, 160)
buffer b3 at mem[64, 64)

e0 op b2 -> b2
