# Data-dependent bounds in a ring of their own, loaded ahead.
# why: the load of a bound waits for all engines' reads of its slot two rounds back.
# from: class: data-dependent bounds rewritten in the loop they bound
program bounds_in_ring
engine dma inflight 3
engine pe
param m
buffer length[2], x, y

for o in 0..m {
  bound: dma load -> length[o % 2]
  for i in 0..load length[o % 2] {
    dma load -> x
    use: pe add x, y -> y
  }
}
