program own

engine dma
param n
buffer x

for i in 0..n {
  dma load -> x
}
