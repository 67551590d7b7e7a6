program two_slots_one_ring

engine dve, pe, e3
param m, n
buffer x[3], y, a, b
counter c1

for o in 0..m {
  e3 op -> y, x[m % 3]
}
for i1 in 0..n + 2 {
}
for i in 0..n {
  dve exp y -> x[i % 2]
}
c1 = c1 + 1
pe add a, b -> y
