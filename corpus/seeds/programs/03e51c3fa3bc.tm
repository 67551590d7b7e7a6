program own

engine dma inflight 4
param n
buffer x, x4

for i in 0..n {
  dma load -> x
  dma store x, x4 ->
}
while load x {
}
while load x {
}
