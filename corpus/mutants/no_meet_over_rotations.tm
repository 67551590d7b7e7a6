# mutant: no_meet_over_rotations overwaits
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=2
# from: shrunk from a random program
program p

engine e0 inflight 2
param n0
buffer x0[2]

for i0 in 0..n0 {
  e0 op x0[0] ->
  e0 op -> x0[i0]
}
