program two_slots_one_ring

param m, n
memory m0
buffer x[3]
buffer y at m0[0, 4)

for i2 in 0..m {
  for o in 0..m {
    if load x[(m + 1) % 3] {
    }
  }
}
