program own

engine dma inflight 2
engine pe
param n
buffer x, w, y

for i2 in 0..1 {
  pe add w -> y
  for i in 0..n step 3 {
    dma store x ->
    dma op x -> x, y
    dma load x ->
  }
}
for i in 0..n {
  dma op x, x -> w
  dma load -> x
  dma load -> w
  dma store x ->
}
