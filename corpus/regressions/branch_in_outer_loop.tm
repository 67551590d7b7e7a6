# The producer under a branch of the outer loop, the consumers in an inner loop after it.
# why: the first use after a taken load waits for it; where it was not taken, the wait
# why: holds already; load waits for the last use, in a loop that may have been empty.
# from: class: producer under a branch and consumer outside
program branch_in_outer_loop
engine dma inflight 2
engine pe
param m, n, k
buffer x, y

for o in 0..m {
  if o % 2 == 0 {
    dma load -> x
  }
  for i in 0..n {
    use: pe add x -> y
  }
  if o == k {
    dma store y ->
  }
}
