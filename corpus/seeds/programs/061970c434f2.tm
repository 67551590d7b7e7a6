program fan

engine dma inflight 2
engine pe, act
memory m0
buffer a, b
buffer y at m0[16, 16)
buffer z

load_a: dma load -> a
while load a {
  load_b: dma load -> b
}
use_a: pe add a -> y
use_b: act exp b -> z
