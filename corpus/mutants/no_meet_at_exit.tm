# mutant: no_meet_at_exit unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --load x0=0,0,0,0
# from: shrunk from a random program
program p

engine e0, e1
buffer x0

for i0 in load x0..0 {
  e1 op ->
  e0 op -> x0
}
e0 op -> x0
