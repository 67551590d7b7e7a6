program random

engine e0
param n0, n1, n
memory mem
buffer b0[3] at mem[64, 256)
buffer b1, b2, x[3]

for i0 in 0..load b0[1] {
  e0 op -> b1
}
e0 op b1 -> b0[0], b2
if n0 {
  e0 op -> b2
}
