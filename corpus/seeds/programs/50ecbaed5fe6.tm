program random

engine e0, dve
engine dma inflight 2
param n0
buffer b0, y, z

dma store y ->
dve copy y -> z
for i0 in 0..n0 {
  e0 op b0 -> b0, b0
  while load b0 {
  }
}
dma op y, z -> y
