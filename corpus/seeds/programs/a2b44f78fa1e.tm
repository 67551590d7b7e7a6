# set: n=2
program counter_in_branch

engine dma inflight 2
param n, k
memory m0
buffer x[2] at m0[0, 0)
buffer y
counter turn, c3

for i in 1..n {
  dma load -> x[turn % 2]
  turn = turn + 1
  c3 = c3 + 1
  dma add x[(turn + 1) % 2] -> y
}
