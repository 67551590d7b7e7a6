program own

engine dma inflight 3
param n
buffer x, y, z

for i in 0..n {
  dma load -> x
  dma copy y -> z
  dma store x ->
}
