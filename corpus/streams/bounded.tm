# A loop whose bound is loaded, with a counter for the ring.
# why: both engines' reads of length wait for start; use waits for its load.
# from: hand-written, for the streams beside it
program bounded
engine dma inflight 2
engine pe
buffer length, x[2], y
counter turn

start: dma load -> length
for i in 0..load length {
  fetch: dma load -> x[turn % 2]
  use: pe add x[turn % 2] -> y
  turn = turn + 1
}
