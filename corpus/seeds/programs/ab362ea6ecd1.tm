program branch_producer

engine dma inflight 2
engine pe
param n, k
buffer x, y

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
  }
  use: pe add x -> y
}
