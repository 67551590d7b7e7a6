program bounds_in_ring

engine dma inflight 2
engine pe
param m
buffer length[4], x, y, a[2], b[4], w

pe add w -> y
for o in 0..m {
  bound: dma load -> length[o % 4]
  for i in 0..load length[o % 2] {
    dma load -> x
    use: pe add x, y -> y
    pe add a[i % 2], b[i] -> y
  }
}
