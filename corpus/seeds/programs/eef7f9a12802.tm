program fan

engine dma inflight 2
engine pe
buffer a, b, y, z

load_a: dma load -> a
load_b: dma load -> b
use_a: pe add a -> y
for i1 in 0..3 {
  use_b: dma exp b -> z
}
