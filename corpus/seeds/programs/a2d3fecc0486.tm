program own

engine dma inflight 2
param n
buffer x, x7[3]

for i1 in 0..n {
  dma op x, x -> x
  for i in 0..n {
    while load x {
      dma op x, x -> x
      dma load x -> x
      dma store x, x7[(i1 + i + 3) % 3] ->
    }
  }
}
