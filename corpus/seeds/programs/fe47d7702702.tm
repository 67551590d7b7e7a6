program bounds_in_ring

engine dma inflight 2
engine pe
param m
buffer length[2], x, y, a[2], b[4]

for o in 0..m {
  bound: dma load -> length[o % 2]
  for i in 0..load length[0] {
    dma load -> x
    use: pe add x, y -> y
    pe add a[i % 2], b[i % 4] -> y
  }
}
