program random

engine e0, e1
param n0
buffer b0, b1[4], b2[2], b3[4]

if 2 % 2 <= 0 {
  l0: e1 store b0, b0 -> b2[0], b1[2 % 4]
  e0 load -> b1[2 % 4]
} else {
  for i1 in 0..3 {
  }
}
