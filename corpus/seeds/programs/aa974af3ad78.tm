program own

engine dma inflight 2
param n
buffer x

dma op ->
for i in 0..n {
  dma load -> x
  dma store x ->
}
