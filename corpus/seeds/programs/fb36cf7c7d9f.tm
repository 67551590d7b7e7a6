program random

engine e0, e1
param n0
buffer b0, b1, b2, b3

for i0 in 0..3 {
  e1 op b3, b3 -> latency 4
  e1 op b3, b2 ->
  e0 op b0 -> cost 297
}
e0 op b1 -> b0, b1
e1 op -> b3
e1 op b1 ->
