program prologue_loop_epilogue

engine dma inflight 2
engine pe, act
param m
buffer b, c

for o in 0..m {
  dma load -> b
  for i in 0..3 {
    peek: act exp b -> c
    advance: pe matmul b -> b
  }
  dma store b ->
}
