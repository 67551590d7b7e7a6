program branch_producer

engine dma inflight 2
engine pe, act
param n, k
buffer x, y, z

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
    act exp z -> y
  }
  use: pe add x -> y
}
