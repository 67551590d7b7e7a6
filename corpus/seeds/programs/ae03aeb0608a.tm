program own

engine dma inflight 2
param n
buffer x

dma op -> x
for i in 0..n {
  dma store x ->
}
