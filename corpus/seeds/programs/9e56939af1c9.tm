program own

engine dma
buffer x

for i in 0..3 {
  dma load -> x
  dma store x ->
}
