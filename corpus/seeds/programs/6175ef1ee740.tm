program own

engine dma
param n
buffer x

for i in 0..n step 3 {
  dma load -> x
}
