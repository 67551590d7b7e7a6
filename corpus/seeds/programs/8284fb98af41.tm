program trio

engine dma inflight 2
param n
buffer x, y, z
counter c6

c6 = 1
dma load -> x
