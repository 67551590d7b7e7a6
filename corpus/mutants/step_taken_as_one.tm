# mutant: step_taken_as_one unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --load x0=0,0,0,0
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0, x1[2]

for i0 in load x0..3 step 2 {
  e0 op -> x1[i0 % 2]
}
