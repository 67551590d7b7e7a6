program branch_producer

engine dma inflight 2
param n, k
buffer x, y

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
  }
  if k {
    dma store y ->
  }
}
