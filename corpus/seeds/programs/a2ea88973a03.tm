program own_results_in_flight

engine dma inflight 3
engine pe
param n
buffer x[2], w, y, a

pe add w -> y
for i in 0..n {
  dma load -> x[i % 2]
  dma load -> w
  dma store x[i % 2] ->
}
while load y {
}
pe add a -> y
