# set: m=4
program two_slots_one_ring

engine e2
param m, n
memory m0, m1
buffer x[2] at m0[16, 16)
buffer y
buffer b3 at m1[96, 160)
buffer b1
counter c4

if m {
  c4 = c4 + 1
}
while load b3 {
  e2 op -> y
  if m {
  }
}
