# The producer under a branch, the consumer outside.
# why: use waits for the last load that was taken, which is one or more trips back or
# why: never was; each load waits for the last use, every time.
# from: class: producer under a branch and consumer outside
program branch_producer
engine dma inflight 2
engine pe
param n, k
buffer x, y

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
  }
  use: pe add x -> y
  if k {
    dma store y ->
  }
}
