program prologue_loop_epilogue

engine dma inflight 2
engine pe, act
param m, n
buffer b, c

for o in 0..m {
  dma load -> b
  for i in 0..n {
    advance: pe matmul b -> b
    peek: act exp b -> c
  }
  dma store b ->
}
while load c {
}
