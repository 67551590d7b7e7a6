program two_slots_one_ring

engine dve
param m, n
buffer x[3], y

for o in 0..m {
  dve op -> y, x[m]
}
for i1 in 0..n + 2 {
}
