program own

engine dma
buffer x

for i in 0..2 step 3 {
  dma load -> x
  dma store x ->
}
