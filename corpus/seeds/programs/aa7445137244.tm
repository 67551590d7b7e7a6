program random

engine e0, dve
engine dma inflight 2
param n0
buffer b0[3], y, z

dma store y ->
dve copy y -> z
e0 op b0[0 % 3] -> b0[1], b0[0 % 3]
while load b0[(n0 - 1) % 3] {
}
dma op y, z -> y
