program bounded

engine dma inflight 2
engine pe
buffer length, x[2], y
counter turn

for i in 0..load length {
  fetch: dma load -> x[turn % 2]
  use: pe add x[turn % 2] -> y
  turn = turn + 1
}
