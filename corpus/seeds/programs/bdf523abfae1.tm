program step_by_param

engine dma inflight 2
param n, k
buffer x[3], y

for i in -2..n step k + 1 {
  dma load -> x[i % 3]
  use: dma add x[i % 3], y -> y
}
