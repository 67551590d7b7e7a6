# An accumulator carried over iterations by two engines in turn.
# why: add waits for the copy of the trip before, copy for this trip's add.
# from: class: an accumulator carried over iterations
program accumulator_carried
engine pe, dve
engine dma inflight 2
param m, n
buffer sum, kept

for o in 0..m {
  for i in 0..n {
    add: pe matmul kept -> sum
    keep: dve copy sum -> kept
  }
  dma store kept ->
}
