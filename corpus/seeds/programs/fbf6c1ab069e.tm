program own

engine dma inflight 2
buffer x

for i in 0..3 {
  while load x {
    dma load -> x
    dma store x ->
  }
}
