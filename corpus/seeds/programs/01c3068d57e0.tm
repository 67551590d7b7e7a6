program step_by_param

engine dma inflight 2
engine pe
param n, k
buffer x[3], y, a[2], b[3], c
counter c3

pe add a[0 % 2], b[1 % 3] -> c
for i in -2..n step k + 1 {
  c3 = k - 1
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
}
