program accumulator_carried

engine pe inflight 4
engine dma inflight 2
param m, n
buffer sum, kept

for o in 0..m {
  for i in 0..n {
    if (i - 1) % 2 == 0 {
      if m {
        add: pe matmul kept -> sum
      }
    }
  }
  dma store kept ->
}
