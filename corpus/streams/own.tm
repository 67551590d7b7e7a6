# A queue with two transfers in flight that stores what it has just loaded.
# why: store waits for the load, load for the store before it: on the same engine.
# from: hand-written, for the streams beside it
program own
engine dma inflight 2
param n
buffer x

for i in 0..n {
  dma load -> x
  dma store x ->
}
