program fan

engine dma inflight 2
engine pe
buffer a, b, y, z

load_a: dma load -> a
load_b: dma load -> b
if -1 > 1 {
  use_a: pe add a -> y
}
