# Two loads, each with a use of its own.
# why: use_a waits for load_a alone, use_b for load_b; each load for its use one trip back.
# from: hand-written, for the streams beside it
program two_uses
engine dma inflight 2
engine pe
param n
buffer a, b, y

for i in 0..n {
  load_a: dma load -> a
  load_b: dma load -> b
  use_a: pe add a -> y
  use_b: pe add b -> y
}
