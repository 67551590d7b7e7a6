program own

engine dma inflight 2
param n
memory m0
buffer x at m0[16, 16)

dma load x -> x
dma op x -> x
dma store x ->
