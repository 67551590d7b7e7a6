# mutant: trips_counted_once unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=1
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0[2]

for i0 in 0..n0 step 2 {
  e1 op ->
  e1 op x0[i0] -> x0[i0 + 1]
}
e0 op x0[0] -> x0[0]
