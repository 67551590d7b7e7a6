program own

engine dma inflight 2
param n
buffer x

for i1 in 0..n {
  dma op x, x -> x
  for i in 0..n {
    while load x {
      dma load x -> x
      dma store x ->
    }
  }
}
