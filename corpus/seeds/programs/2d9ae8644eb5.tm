program copy

engine dma, pe
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[i % 2]
  for i1 in 0..n {
    use: pe add x[i % 2] -> y
  }
}
