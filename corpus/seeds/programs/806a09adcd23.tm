program random

engine e0, e1, act
param n0, n1
buffer b0, z

e1 load ->
for i0 in 0..n0 {
  for i1 in 0..load b0 {
    e0 store b0, b0 ->
  }
}
act op z ->
