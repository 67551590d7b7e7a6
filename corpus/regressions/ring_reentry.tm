# A ring re-entered at slot 0, at whatever slot it was left.
# why: the first load of a round waits for the last use of slot 0, which was the last use
# why: of all or up to two before it.
# from: class: a ring position carried over a persistent outer loop
program ring_reentry
engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 0..n {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
}
