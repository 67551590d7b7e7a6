program fan

engine dma inflight 2
buffer a, b, y, z

load_a: dma load -> a
load_b: dma load -> b
