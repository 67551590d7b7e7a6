program step_by_param

engine pe
param k
buffer x[3], y, a[2], b[3], c

pe add a[0 % 2], b[1 % 3] -> c
for i in -2..3 step k + 1 {
  if k {
    use: pe add x[i % 3], y -> y
  }
}
