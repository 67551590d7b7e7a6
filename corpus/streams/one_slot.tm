# A handshake: one slot between a queue with two transfers in flight and an engine.
# why: use waits for its load, load for the use one trip back.
# from: hand-written, for the streams beside it
program one_slot
engine dma inflight 2
engine pe
param n
buffer x, y

for i in 0..n {
  dma load -> x
  use: pe add x -> y
}
