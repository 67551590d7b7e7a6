program fan

engine dma inflight 2
engine pe, act
memory m0
buffer a, b
buffer y at m0[16, 16)
buffer z
counter c0

load_a: dma load -> a
if load b {
  if c0 + 1 < 1 {
  }
}
dma load -> b
use_a: pe add a -> y
use_b: act exp b -> z
c0 = c0
