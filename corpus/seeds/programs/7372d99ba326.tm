# set: n=4
program own

engine pe
param n
buffer x, y, z
counter c3

for i1 in 0..n {
  c3 = 0
  pe matmul x, y -> z
}
