program random

engine e0
param n0, n1
buffer b0, b1, b2[3]

if n1 {
  if n1 < 0 {
    e0 op -> b2[2*n1 % 3]
    e0 op b2[1] -> b1
  }
}
e0 op -> b2[(n0 - n1 + 1) % 3]
