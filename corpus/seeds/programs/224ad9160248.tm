program two_slots_one_ring

param m, n
buffer x[3], y

for o in 0..m {
}
for i1 in 0..n + 2 {
}
