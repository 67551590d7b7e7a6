program branch_in_outer_loop

engine dma inflight 2
engine pe inflight 4
param m, n, k
buffer x, y
counter turn

for o in 0..m {
  if o % 2 == 0 {
    dma load -> x
  } else {
    dma load -> x
    pe add x -> y
    turn = turn + 1
  }
  for i in 0..n {
    use: pe add x -> y
  }
  if o == k {
    dma store y ->
  }
}
