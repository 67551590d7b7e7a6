program counter_in_branch

engine pe
param n, k
buffer x[2], y
counter turn

for i in 0..n {
  if i % 3 != k {
    turn = turn + 1
  }
  use: pe add x[(turn + 1) % 2] -> y
}
