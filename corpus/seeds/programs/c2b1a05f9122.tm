program accumulator_carried

engine dve
engine dma inflight 2
param m, n
buffer sum, kept

for o in 0..m {
  for i in 0..n {
    keep: dve copy sum -> kept
    if (i - 1) % 2 == 0 {
      if m {
      }
    }
  }
  dma store kept ->
}
