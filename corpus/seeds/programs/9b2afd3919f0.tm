program own

engine dma inflight 2
param n
buffer x

dma op -> x
dma load -> x
dma store x ->
