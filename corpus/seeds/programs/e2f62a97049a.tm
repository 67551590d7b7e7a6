program own_results_in_flight

engine dma inflight 3
param n
buffer x[2]

for i in 0..n {
  dma load -> x[i % 2]
  dma store x[0] ->
}
