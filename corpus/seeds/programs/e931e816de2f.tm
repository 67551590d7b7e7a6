program bounds_in_ring

engine dma inflight 2
param m
buffer length[2], x, y, a[2], b[4], z

while load x {
}
for o in 0..m {
  bound: dma load -> length[o % 2]
}
