program own

engine dma inflight 2
buffer x

for i1 in 0..3 {
  dma op x, x -> x
  for i in 0..3 {
    while load x {
      dma op x, x -> x
      dma load x -> x
      dma store x ->
    }
  }
}
