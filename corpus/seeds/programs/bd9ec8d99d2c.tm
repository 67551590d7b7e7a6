# set: m=4
program two_slots_one_ring

engine e2
param m, n
memory m0
buffer x[2] at m0[16, 16)
buffer y, b1
counter c4

if m {
  c4 = c4 + 1
}
while load y {
  e2 op -> y
  if m {
  }
}
