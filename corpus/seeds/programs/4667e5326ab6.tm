program own_results_in_flight

engine dma inflight 3
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[0]
  dma load -> x[i % 2]
  dma store x[i % 2] ->
}
