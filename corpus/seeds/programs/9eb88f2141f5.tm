# set: n=3
program step_by_param

engine dma inflight 2
engine pe, act, e1
param n, k
buffer x[3], y, a[2], b[3], c, b1

pe max x[0] -> y
for i in -2..n step k + 1 {
  dma load -> x[i % 3]
  use: dma add x[i % 3], y -> y
}
for i in 0..n {
  e1 load -> x[k % 3]
  act make -> b[i % 3]
  pe add a[i % 2], b[(i + 1) % 3] -> c
}
e1 store b1 -> cost 452
e1 store b1 -> cost 452
