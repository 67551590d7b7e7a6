program step_by_param

engine pe
param n, k
buffer x[3], y, a[2], b[3], c
counter c6

pe add a[0 % 2], b[1 % 3] -> c
c6 = 4*c6
for i in -2..n step k + 1 {
  use: pe add x[i % 3], y -> y
}
