program own

engine dma inflight 2
param n
buffer x
counter c6

while load x {
  dma load -> x
  dma store x ->
}
c6 = c6 + 1
