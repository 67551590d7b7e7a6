program copy

engine dma inflight 2
engine pe
param n
buffer x[2], y

dma load -> x[0 % 2]
for i1 in 0..n {
  use: pe add x[0 % 2] -> y
}
