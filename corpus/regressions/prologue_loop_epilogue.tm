# A prologue, an inner loop and an epilogue on one buffer, repeated.
# why: advance waits for load on the first trip only, store for the last advance or, where
# why: there is none, for load, on its own engine with two in flight.
# from: class: a prologue, inner loop and epilogue on one buffer
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
