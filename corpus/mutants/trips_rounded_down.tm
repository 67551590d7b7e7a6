# mutant: trips_rounded_down unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0

for i0 in 0..3 step 2 {
  e0 op -> x0
}
