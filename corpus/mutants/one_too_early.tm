# mutant: one_too_early unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with --set n0=0
# from: shrunk from a random program
program p

engine e0, e1
param n0
buffer x0[2]

e0 op -> x0[n0 + 1]
e1 op -> x0[0]
e1 op -> x0[1]
