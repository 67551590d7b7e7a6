program copy

engine dma inflight 2
engine pe
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[0]
  use: pe add x[i % 2] -> y
}
