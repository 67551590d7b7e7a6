program own

engine dma inflight 2
engine pe
buffer x, y, z

for i1 in 0..1 {
  pe matmul x, y -> z
  for i in 0..1 {
    dma load -> x
    dma store x ->
  }
}
