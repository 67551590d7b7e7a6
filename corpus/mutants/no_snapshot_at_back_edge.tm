# mutant: no_snapshot_at_back_edge unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --load x1=0,0,0,0
# from: shrunk from a random program
program p

engine e0, e1
buffer x0, x1

for i0 in load x1..2 {
  e1 op -> x0
  e0 op -> x0
}
