program bounds_in_ring

engine dma inflight 3
param m
buffer length[2], x, y

for o in 0..m {
  if (m - 1) % 3 <= 0 {
    bound: dma load -> length[o % 2]
    for i in 0..load length[o % 2] {
      dma load -> x
    }
  }
}
