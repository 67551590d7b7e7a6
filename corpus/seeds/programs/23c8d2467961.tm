program random

engine e0, e1, pe, dma
param n0
buffer b0, b1, b2, b3, z, x, y

pe add x, y -> y
dma op x, x -> x
e0 op b0, b2 -> b0 latency 8
e1 op b0 -> b0 cost 507 latency 1
for i0 in load b0..n0 step 3 {
  while load z {
  }
  e1 op b0, b1 -> b3, b0
  e1 op -> b1
  e0 op b1, b2 -> b0, b0 cost 416
}
