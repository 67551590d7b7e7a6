program bounds_in_ring

engine dma inflight 3
engine pe
param m
buffer length[2], x, y

for o in 0..m {
  bound: dma load -> length[0]
  for i in 0..load length[o % 2] {
    dma load -> x
    use: pe add x, y -> y
  }
}
