# set: n=2
program counter_in_branch

param n, k
memory m0
buffer x[2]
buffer y at m0[4, 8)
buffer a, b

while load y {
  if load b {
  }
}
