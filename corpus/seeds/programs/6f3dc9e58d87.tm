# set: n=1
program copy

engine dma inflight 2
engine pe
param n
memory m0
buffer x[2]
buffer y at m0[0, 0)
buffer x4

for i in 0..n {
  dma load -> x[i % 2], x4
  use: pe add x[i % 2] -> y, y
}
