# mutant: slot_of_first_operand unsafe
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0 inflight 2
buffer x0[2]
counter c0

e0 op x0[(c0 + 3) % 2] -> x0[c0]
e0 op -> x0[c0]
c0 = 0
