# mutant: swap_thresholds unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=1
# from: shrunk from a random program
program p

engine e0 inflight 2
engine e1
param n0
buffer x0[2], x1

e0 op -> x1
e1 op -> x0[0]
e0 op x0[n0], x1 ->
