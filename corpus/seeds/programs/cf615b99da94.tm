program join

engine dve, pe
engine dma inflight 2
param n, k
buffer x, y, z

for i in 0..load y {
  dma load -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
if 0 == k {
  dma store y ->
}
