# mutant: no_meet_at_exit overwaits
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --load x0=0,0,0,0
# from: shrunk from a random program
program p

engine e0, e1
buffer x0, x1

for i0 in 0..load x0 {
  e0 op -> x1
}
e1 op -> x1
