program random

engine e0, dve
param n0
buffer b0[3], y, z

e0 store y ->
dve copy y -> z
for i0 in 0..n0 {
  e0 op b0[i0 % 3] -> b0[1], b0[i0 % 3]
  while load b0[(n0 - 1) % 3] {
  }
}
e0 op y, z -> y
