program bounds_in_ring

engine dma inflight 2
param m
buffer length[4], x, y, a[2], b[4], w

dma add w -> y
for o in 0..m {
  bound: dma load -> length[o % 4]
  for i in 0..load length[o % 2] {
    dma load -> x
    use: dma add x, y -> y
    dma add a[i % 2], b[i] -> y
  }
}
