program step_by_param

engine pe
param n, k
buffer x[3], y

for i in -2..n step k + 1 {
  use: pe add x[i % 3], y -> y
}
