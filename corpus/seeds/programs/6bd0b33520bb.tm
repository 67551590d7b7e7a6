program accumulator_carried

engine pe inflight 4
engine dve
engine dma inflight 2
param m, n
buffer sum, kept

for o in 0..m {
  keep: dve copy sum -> kept
  if -1 % 2 == 0 {
    if m {
      add: pe matmul kept -> sum
    }
  }
  dma store kept ->
}
