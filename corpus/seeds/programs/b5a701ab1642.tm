program step_by_param

engine dma inflight 2
engine pe
param n, k
buffer x[3], y

dma load -> x[0]
for i in -2..n step k + 1 {
  dma load -> x[0]
  use: pe add x[i % 3], y -> y
}
