# mutant: no_turn_at_back_edge overwaits
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0[2]
counter c0

c0 = 0
for i0 in c0..2 {
  e0 op -> x0[i0]
}
