program own

engine dma
buffer x

for i in 0..0 {
  dma load -> x
  dma store x ->
}
