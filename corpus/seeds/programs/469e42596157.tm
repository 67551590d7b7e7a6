program fan

engine dma inflight 2
engine pe, act
buffer a, b, y, z

dma load -> a
dma load -> b
pe add a -> y
act exp b -> z
