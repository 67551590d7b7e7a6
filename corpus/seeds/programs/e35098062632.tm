program prologue_loop_epilogue

engine dma inflight 2
engine pe, act
param m, n
buffer b, c

for o in 0..1 {
  dma load -> b
  for i in 0..n {
    peek: act exp b -> c
    advance: pe matmul c -> b, b
  }
  dma store b ->
}
if (m + 3) % 2 <= 0 {
}
