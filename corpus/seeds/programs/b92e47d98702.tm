program own

engine dma inflight 3
engine dve
param n
buffer x, y, z

dma load -> x
dve copy y -> z
dma store x ->
