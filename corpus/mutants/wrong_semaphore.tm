# mutant: wrong_semaphore deadlocks
# why: the smallest program that kills the synchronizer with this fault; it is found out
# why: with any inputs
# from: shrunk from a random program
program p

engine e0, e1
buffer x0

e1 op -> x0
e0 op -> x0
