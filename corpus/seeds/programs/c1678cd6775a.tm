program random

engine e0
engine dma inflight 3
param n0
memory mem
buffer b0, b1
buffer b2 at mem[64, 128)
buffer x[3]
counter c1

dma store x[0] ->
e0 op b2, b2 ->
e0 op -> b0
e0 op b0 -> b2
e0 op -> b0
e0 op b2 -> b0
e0 op b2, b2 ->
c1 = c1
