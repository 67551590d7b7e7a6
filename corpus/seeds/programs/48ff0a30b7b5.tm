program own

engine dma inflight 2
engine pe
engine e7 inflight 3
engine dve
param n
buffer x

dve op x -> x
dma load -> x
pe add x, x -> x
e7 op x, x -> x
