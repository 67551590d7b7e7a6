program nest

engine dma, pe
param m, n
buffer w, y

for o in 0..m {
  dma load -> w
  for i in 0..n {
    use: pe add w -> y
  }
}
