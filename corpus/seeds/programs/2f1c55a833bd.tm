program copy

engine dma inflight 2
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[i % 2]
}
