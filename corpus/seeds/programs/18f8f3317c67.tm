program random

engine e0
param n0, n1
buffer b0[4], b1

e0 op -> b0[3 % 4]
e0 op b1 -> b0[1]
if n1 {
  e0 op -> b0[(n0 - 1) % 4]
}
