program fan

engine dma inflight 2
engine pe, act
buffer a, b, z

load_a: dma load -> a
while load a {
  load_b: dma load -> b
}
use_a: pe add a -> a
use_b: act exp b -> z
