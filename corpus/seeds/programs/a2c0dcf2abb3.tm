program random

engine e2
param n0
memory mem
buffer b0 at mem[12, 20)

e2 op b0 -> cost 32
