program own

engine dma inflight 2
param n
buffer x, a[2]

for i1 in 0..n {
  dma op x, x -> x
  for i2 in 0..load x {
  }
}
