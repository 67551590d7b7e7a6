program two_slots_one_ring

engine dma inflight 2
engine dve
param m
buffer x[3], y

for o in 0..m {
  for i in 0..2 {
    dma load -> x[i % 3]
    difference: dve subtract x[i % 3], x[(i + 2) % 3] -> y
  }
}
