program branch_in_outer_loop

engine dma inflight 2
engine pe
param m, n, k
buffer x, y

for o in 0..m {
  if 0 == 0 {
    dma load -> x
  }
  for i in 0..n {
    use: pe add x -> y
  }
  if o == k {
    dma store y ->
  }
}
