program random

engine e1
engine dma inflight 2
param n0, n1
buffer b0[2], x

l0: e1 load b0[1] -> b0[0]
dma load -> x
