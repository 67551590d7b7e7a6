program ring_reentry

engine dma, pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 0..n {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
}
