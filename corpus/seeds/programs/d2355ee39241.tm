program two_slots_one_ring

engine dve, pe, e3
param n
buffer x[3], y, a, b
counter c1

for o in 0..3 {
  e3 op -> y, x[3 % 3]
}
for i1 in 0..n + 2 {
}
for i in 0..n {
  dve exp y -> x[i % 2]
  dve add x[i % 2] -> y
}
c1 = c1 + 1
pe add a, b -> y
