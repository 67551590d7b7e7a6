program own

engine dma inflight 2
engine pe
param n
buffer x, y

while load x {
  dma load -> x
  dma store x ->
}
dma load -> x
pe add x -> y
