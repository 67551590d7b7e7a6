program own_results_in_flight

engine dma inflight 3
engine pe, dve, act
engine e7 inflight 3
buffer x[2], w, y, a

pe add w -> y
for i in 0..1 {
  dma load -> x[i % 2]
  dma load -> w
  dma store x[i % 2] ->
}
for i in 0..1 {
  dve op x[0] -> y
  if 4 > 0 {
    act exp y -> x[0]
  } else {
    e7 op y, x[0] -> y
  }
}
while load y {
}
pe add a -> y
