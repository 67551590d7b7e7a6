# A ring of two between a queue with two transfers in flight and an engine.
# why: use waits for its load, load for the use two trips back.
# from: hand-written, for the streams beside it
program copy
engine dma inflight 2
engine pe
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[i % 2]
  use: pe add x[i % 2] -> y
}
