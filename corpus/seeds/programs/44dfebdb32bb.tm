program own_results_in_flight

engine dma inflight 3
engine pe
param n
buffer x[2], w, y, kept

while load x[0] {
  dma store kept ->
  pe add w -> y
  for i in 0..n {
    dma load -> x[i % 2]
    dma load -> w
  }
}
