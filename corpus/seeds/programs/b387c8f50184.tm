program own

engine dma inflight 2
param n, n0
buffer x, b1[1], b2[2]

for i in 0..n {
  dma load -> x
  dma store x ->
}
if 0 % 2 >= 0 {
}
