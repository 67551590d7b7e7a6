# A counter that advances only in a taken branch.
# why: use waits for the last load taken, load for the last use of its slot: the
# why: loop's variable counts neither.
# from: class: counters that advance only in a taken branch
program counter_in_branch
engine dma inflight 2
engine pe
param n, k
buffer x[2], y
counter at

for i in 0..n {
  if i % 3 != k {
    dma load -> x[at % 2]
    at = at + 1
  }
  use: pe add x[(at + 1) % 2] -> y
}
