program random

engine e0
param n0, n1
buffer b0, b1[4], b2[2], b3[4]

if n1 % 2 <= 0 {
  e0 load -> b1[n1 % 4]
} else {
  for i1 in 0..3 {
  }
}
