program own

engine dma inflight 2
param n
buffer x

for i1 in 0..n {
  for i in 0..n {
    dma op -> x
    dma op x ->
  }
}
