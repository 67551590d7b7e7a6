# A data-dependent bound, rewritten in the loop that it bounds.
# why: the bound is read once, before the first trip; shorten waits for every engine's
# why: read of it in this round, the next round's reads for the last shorten.
# from: class: data-dependent bounds rewritten in the loop they bound
program bound_rewritten
engine dma inflight 2
engine pe, act
param m
buffer length, x, y

start: dma load -> length
for o in 0..m {
  for i in 0..load length {
    dma load -> x
    use: pe add x, y -> y
    shorten: act subtract length -> length
  }
}
