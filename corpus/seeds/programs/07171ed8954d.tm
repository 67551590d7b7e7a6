program own

engine dma inflight 2
engine pe
param n
buffer x, y, z, kept

pe matmul x, y -> z
for i in 0..n {
  dma load -> x
  dma store x ->
}
dma store kept ->
