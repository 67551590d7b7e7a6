program own_results_in_flight

engine dma inflight 3
engine pe
buffer x[2], y

for i in 0..3 {
  dma load -> x[0]
  pe add x[0] -> y
  dma load -> x[i % 2]
  dma store x[i % 2] ->
}
