program own_results_in_flight

engine dma inflight 3
engine act, dve
param n
buffer x[2], y

for i in 0..n {
  dma load -> x[i % 2]
  act exp -> x[0]
  dve scale -> y
  dma store x[i] ->
}
