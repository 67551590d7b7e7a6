program own

engine dma inflight 2
param n
buffer x

for i in 0..n {
  dma load -> x
  dma store ->
}
