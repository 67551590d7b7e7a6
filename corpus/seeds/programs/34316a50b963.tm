program fan

engine dma inflight 2
engine pe, act
buffer a, y, z

load_a: dma load -> a
load_b: dma load -> a
use_a: pe add a -> y
use_b: act exp a -> z
