program own

engine dma inflight 2
engine pe
param n
buffer x, y

for i in 0..n {
  while load x {
    dma load -> x
    dma store x ->
  }
  pe add x -> y
}
