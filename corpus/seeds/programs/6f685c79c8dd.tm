program random

engine e0
param n0
memory mem
buffer b0 at mem[32, 32)

e0 op b0, b0 ->
