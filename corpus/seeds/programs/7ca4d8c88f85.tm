program copy

engine dma inflight 2
engine pe
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[i % 2]
  use: pe add x[0] -> y
}
