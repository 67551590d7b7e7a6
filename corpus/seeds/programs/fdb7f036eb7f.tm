program random

engine e1 inflight 2
engine dma inflight 2
param n0
memory mem
buffer b0[3] at mem[32, 224)
buffer b1[4] at mem[96, 352)
buffer x

dma op x, x -> x
l0: e1 exp b0[0], b1[0] ->
