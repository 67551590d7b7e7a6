program bounded

engine dma inflight 2
buffer length, x[2], y
counter turn

start: dma load -> length
for i in 0..load length {
  fetch: dma load -> x[turn % 2]
  turn = turn + 1
}
