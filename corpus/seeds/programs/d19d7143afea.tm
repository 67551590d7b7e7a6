program own

engine dma inflight 2
buffer x

for i1 in 0..1 {
  for i in 0..1 {
    dma load -> x
    dma store x ->
  }
}
