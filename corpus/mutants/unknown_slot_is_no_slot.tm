# mutant: unknown_slot_is_no_slot unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=0
# from: shrunk from a random program
program p

engine e0 inflight 2
param n0
buffer x0[3]

e0 op -> x0[n0 % 2]
e0 op -> x0[n0]
