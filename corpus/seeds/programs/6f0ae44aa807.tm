program own

engine dma
param n
buffer x

dma load -> x
dma store x ->
