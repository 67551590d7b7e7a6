# mutant: no_snapshot_at_branch unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0[2]

for i0 in 0..2 {
  for i1 in 0..3 {
    if 0 == 1 {
    } else {
      e0 op -> x0[i1 % 2]
    }
  }
}
