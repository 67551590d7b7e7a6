program random

engine e0, dve
engine dma inflight 2
buffer b0[3], y, z

dma store y ->
dve copy y -> z
for i0 in 0..1 {
  e0 op b0[i0 % 3] -> b0[1], b0[i0 % 3]
  while load b0[0 % 3] {
  }
}
dma op y, z -> y
