program step_by_param

engine dma inflight 2
engine pe, act
param n, k
buffer x[3], y, a[2], b[3], c

for i in -2..n step k + 1 {
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
}
for i in 0..n {
  dma load -> a[i % 2]
  act make -> b[i % 3]
}
