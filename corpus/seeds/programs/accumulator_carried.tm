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
