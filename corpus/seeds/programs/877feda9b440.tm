program random

param n0, n1
buffer b0[4], b1[4], b2[1], b3[2], b

if load b {
  if 1 < 1 {
  }
}
