program random

engine e1
param n0, n1
buffer b0[4], b1[4], b2[1], b3[2], b

if load b {
  if 1 < 1 {
  }
}
l0: e1 load b0[0 % 4] -> b2[0]
