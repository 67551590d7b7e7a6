program own_results_in_flight

engine dma inflight 3
engine act, dve
buffer x[2], y

for i in 0..2 {
  dma load -> x[i % 2]
  act exp -> x[0]
  dve scale -> y
  dma store x[i % 2] ->
}
