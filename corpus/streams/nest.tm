# A load for a whole inner loop, in which the queue has nothing to do.
# why: load waits for the last use and, where there was none, for the load before it.
# from: hand-written, for the streams beside it
program nest
engine dma inflight 2
engine pe
param m, n
buffer w, y

for o in 0..m {
  dma load -> w
  for i in 0..n {
    use: pe add w -> y
  }
}
