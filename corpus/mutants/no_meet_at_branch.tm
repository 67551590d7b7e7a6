# mutant: no_meet_at_branch unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --load x0=1,0,0,0
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0

if load x0 {
  e0 op -> x0
}
e0 op x0 ->
