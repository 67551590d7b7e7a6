# set: m=4
program two_slots_one_ring

param m, n
memory m0, mem
buffer x[2] at m0[16, 16)
buffer y
buffer b3 at mem[96, 160)
buffer b1
counter c4

if m {
  c4 = c4 + 1
}
