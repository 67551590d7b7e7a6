# mutant: one_range_of_several unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0 inflight 2
memory m0
buffer x0 at m0[0, 64)
buffer x1 at m0[32, 96)

e0 op x1 ->
e0 op -> x0
