program own

engine dma inflight 2
param n
buffer x, y

for i in 0..n {
  while load x {
    dma load -> x
    dma store x ->
  }
  dma load -> x
}
