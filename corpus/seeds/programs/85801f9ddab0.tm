# load: b0=1,2
program random

engine e0, e3
param n0, n1
buffer b0

e0 op b0 ->
for i0 in 0..1 {
  e3 op b0, b0 ->
  e0 op b0 -> b0, b0
  e0 op b0, b0 -> b0
  e0 op -> b0
}
