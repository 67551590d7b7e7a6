program bounds_in_ring

engine dma inflight 2
engine pe
param m
buffer length[2], x, y, a[2], b[4], z

while load x {
}
for o in 0..m {
  for i in 0..load length[o % 2] {
    dma exp b[0] -> z
    dma load -> x
    for i2 in 0..m {
      use: pe add x, y -> y
      pe add a[i % 2], b[i % 4] -> y
    }
  }
}
