program own_results_in_flight

engine dma inflight 3
engine pe
param n
buffer x[2], y

for i in 0..n {
  pe add x[0] -> y
  dma load -> x[i % 2]
  dma store x[i % 2] ->
}
