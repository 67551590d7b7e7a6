# A while whose condition its own body writes.
# why: every engine reads go before each trip and once more at the end; decide waits for
# why: the reads of all, the next reads for decide.
# from: class: data-dependent bounds rewritten in the loop they bound
program while_rewritten
engine dma inflight 2
engine pe, act
param m
buffer go, x[2], y
counter turn

for o in 0..m {
  first: dma load -> go
  while load go {
    dma load -> x[turn % 2]
    use: pe add x[turn % 2], y -> y
    turn = turn + 1
    decide: act compare y -> go
  }
}
