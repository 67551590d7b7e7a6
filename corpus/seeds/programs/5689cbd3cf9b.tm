program two_slots_one_ring

param m, n
buffer x[3]

for i2 in 0..m {
  for o in 0..m {
    if load x[(m + 1) % 3] {
    }
  }
}
