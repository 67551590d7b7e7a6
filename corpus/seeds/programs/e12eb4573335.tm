# set: n=2
# set: k=3
program counter_in_branch

engine pe
param n, k
memory m0
buffer x[2]
buffer y at m0[4, 8)
buffer a, b, length[2]

pe add a, b -> y
