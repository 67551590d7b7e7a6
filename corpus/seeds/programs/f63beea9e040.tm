program random

engine e1
param n0, n1
buffer b0[1]

e1 op -> b0[0]
for i0 in 0..n0 {
  if n1 {
  }
}
e1 op -> b0[0]
