program p

engine dma inflight 2
engine pe, act
param m, n
buffer b, c, w, y

for o in 0..m {
  dma load -> b
  for i in 0..n {
    peek: act exp b -> c
    advance: pe matmul b -> b
    pe add w -> y
  }
  dma store b ->
}
