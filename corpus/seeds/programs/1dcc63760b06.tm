program join

engine dma inflight 2
param n, k
buffer x, y, z

if 0 == k {
  dma store y ->
}
