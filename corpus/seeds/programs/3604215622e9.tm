program own

engine dma
param n
buffer x

for i1 in 0..n {
  for i in 0..n {
    dma load -> x
    dma store x ->
  }
}
