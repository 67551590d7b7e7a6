program random

engine e0, e1
param n0, n1
buffer b0

if 0 % 2 < 2 {
  e0 op b0, b0 ->
  e1 op b0 -> b0, b0
  e1 op b0 -> b0, b0
  e0 op b0, b0 ->
}
