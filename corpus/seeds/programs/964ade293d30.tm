program own_results_in_flight

engine dma inflight 3
engine pe
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[0]
  pe add x[0] -> y
  dma store x[i % 2] ->
}
