# mutant: index_for_count unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=2
# from: shrunk from a random program
program p

engine e0 inflight 2
param n0
buffer x0

for i0 in 0..2 {
  e0 op ->
  for i1 in 0..n0 {
    e0 op -> x0
  }
}
