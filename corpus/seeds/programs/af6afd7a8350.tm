# load: x=3,3,3
program own

engine dma inflight 2
param n
buffer x, a[2]

for i1 in 0..load x {
  dma op x, x -> x
  for i in 0..n {
  }
}
