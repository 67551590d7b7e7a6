program random

engine e0 inflight 3
param n0, n1, n
memory mem
buffer b0 at mem[0, 0)

e0 op b0, b0 -> b0
e0 op b0 -> b0, b0
e0 op -> b0
e0 op -> b0
