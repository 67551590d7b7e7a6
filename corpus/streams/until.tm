# A loop that goes on while a decision, made in its body, says so.
# why: the queue's read of go waits for decide, decide for the queue's read one test back.
# from: hand-written, for the streams beside it
program until
engine dma inflight 2
engine pe
buffer go, x, y

first: dma load -> go
again: while load go {
  fetch: dma load -> x
  decide: pe compare -> go
  use: pe add x -> y
}
