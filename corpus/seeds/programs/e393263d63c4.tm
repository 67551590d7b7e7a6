program branch_in_outer_loop

engine dma inflight 2
param m, n, k
buffer x, y

for o in 0..m {
  if o % 2 == 0 {
    dma load -> x
  }
  if o == k {
    dma store y ->
  }
}
