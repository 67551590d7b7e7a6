# mutant: narrow_semaphore deadlocks
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=8
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0

for i0 in 0..n0 {
  e0 op -> x0
  e1 op x0 ->
}
