program own

engine dma inflight 2
engine pe
engine e7 inflight 3
engine dve
param n
memory m0
buffer x
buffer y at m0[0, 4)

dve op x -> y
dma load -> x
pe add x, y -> x
e7 op y, x -> y
