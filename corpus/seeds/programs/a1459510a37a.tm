program own

engine dma inflight 2
param n
buffer x

for i in 0..n {
  dma op -> x
  dma op x ->
}
