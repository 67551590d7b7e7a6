program counter_in_branch

engine dma inflight 2
engine pe
param n, k
buffer x[2], y
counter turn

for i in 0..n {
  if i % 3 != k {
    dma load -> x[turn % 2]
    if load y {
      dma load -> x[0 % 2]
      pe add x[0 % 2], y -> y
    }
    turn = turn + 1
  }
  use: pe add x[(turn + 1) % 2] -> y
}
