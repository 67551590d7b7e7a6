program ring_position_carried
engine dma inflight 3
engine pe
param m, n
buffer x[3], y
counter turn

for o in 0..m {
  for i in 0..n {
    dma load -> x[turn % 3]
    use: pe add x[turn % 3], y -> y
    turn = turn + 1
  }
}
