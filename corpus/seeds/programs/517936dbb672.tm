program random

engine e0
param n0, n1
memory m0
buffer b0[4]
buffer b1 at m0[0, 8)

e0 op -> b0[3 % 4]
e0 op b1 -> b0[1]
if n1 {
  e0 op -> b0[(n0 - 1) % 4]
}
