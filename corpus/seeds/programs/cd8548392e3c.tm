program own

engine pe
param n
buffer x, y, z
counter c6

c6 = 4*c6
for i1 in 0..n {
  pe matmul x, y -> z
}
