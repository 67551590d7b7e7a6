program random

engine e0, e5
param n0, n1
buffer b0, b1[2], b2[3], b3[2], b4[4]

e5 op -> b0
for i0 in 0..1 {
  e0 op -> b2[0]
}
