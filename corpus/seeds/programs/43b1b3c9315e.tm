program own

engine pe
param n
buffer x, y, z

for i1 in 0..n {
  pe matmul x, y -> z
}
