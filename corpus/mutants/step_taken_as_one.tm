# mutant: step_taken_as_one unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=7
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0[3], x1[2]

for i0 in 0..n0 step 2 {
  e0 op x0[i0 % 3] -> x1[i0 % 2]
  e1 op x1[(i0 + 1) % 2] -> x0[i0 % 3]
}
