program random

engine e1, act
param n0, n1
buffer b0, z

e1 load -> b0
for i0 in 0..n0 {
  for i1 in 0..load b0 {
  }
}
act op z ->
