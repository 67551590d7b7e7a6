program own_results_in_flight

engine dma inflight 3
engine pe
param n
buffer x, w, y, kept

while load x {
  dma store kept ->
  pe add w -> y
  for i in 0..n {
    dma load -> x
    dma load -> w
    dma store x ->
  }
}
