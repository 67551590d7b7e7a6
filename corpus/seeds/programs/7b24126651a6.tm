program two_slots_one_ring

param m, n
buffer x[3], y

for i1 in 0..n + 2 {
}
