program own_results_in_flight

engine dma inflight 3
engine pe
buffer x[2], w, y

pe add w -> y
for i in 0..2 {
  pe add x[i % 3], y -> y
  dma load -> x[i % 2]
  dma load -> w
  dma store x[i % 2] ->
}
