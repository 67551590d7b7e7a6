program random

engine e0, e2
param n0, n1
memory mem
buffer b0[1]
buffer b2 at mem[128, 192)
buffer b3 at mem[128, 128)

e0 op -> b2
e2 op b3 -> b3, b0[(n1 + 2) % 1]
e0 op b0[(n1 - 1) % 1] ->
