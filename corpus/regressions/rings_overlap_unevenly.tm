# Rings of one memory whose slots have different sizes, chosen by the run: each slot is
# several pieces, and a piece belongs to slots of several rings.
# why: a reader of wide[i % 3] waits for the last writers of every piece of that slot.
# from: bug: two pools of pieces with the same first piece, but of different length, were
#       kept apart, so an index ran outside the registers of the shorter one
program rings_overlap_unevenly
engine a, b, c
param n, m
memory mem
buffer pair[2] at mem[0, 64)
buffer wide[3] at mem[0, 192)
buffer late[3] at mem[96, 288)

for i in 0..n {
  a load late[2] -> late[(i + 1) % 3]
  b load pair[(i + 2) % 2] -> wide[1], wide[(i - 1) % 3]
  c exp -> wide[(2*m + 1) % 3]
}
