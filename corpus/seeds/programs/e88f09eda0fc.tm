program branch_both_arms

engine pe
param n, m
buffer x, y

if (-m + 3) % 3 < 0 {
  use: pe add x, y -> y
}
