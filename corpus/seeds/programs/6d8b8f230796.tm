program own

engine dma inflight 2
param n
memory m0
buffer x at m0[16, 16)

for i in 0..n step 3 {
  dma load x -> x
  dma op x -> x
  dma store x ->
}
