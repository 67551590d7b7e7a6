program prologue_loop_epilogue

engine dma inflight 2
engine pe, act
param m
buffer b, c
counter c6

c6 = c6 + 1
for o in 0..m {
  for i in 0..3 {
    peek: act exp b -> c
    advance: pe matmul b -> b
  }
  dma store b ->
}
act exp b -> c
