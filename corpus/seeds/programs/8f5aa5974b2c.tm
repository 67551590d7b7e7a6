program own

engine dma inflight 2
buffer x

for i1 in 0..2 {
  for i in 0..2 {
    dma load -> x
    dma store x ->
  }
}
