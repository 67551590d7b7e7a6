program counter_in_branch

engine dma inflight 2
engine pe
param k
buffer x[2], y
counter turn

for i in 0..3 {
  if i % 3 != k {
    dma load -> x[turn % 2]
    turn = turn + 1
  }
  use: pe add x[(turn + 1) % 2] -> y
}
