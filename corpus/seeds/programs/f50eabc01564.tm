# set: n=2
program counter_in_branch

engine dma inflight 2
param n, k
buffer x[2], y
counter turn, c3

for i in 1..n {
  if i % 3 != k {
    dma load -> x[turn % 2]
    turn = turn + 1
    c3 = c3 + 1
  } else {
    dma add x[(turn + 1) % 2] -> y
  }
}
