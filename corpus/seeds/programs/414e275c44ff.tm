program branch_both_arms

engine act, pe
param n, m
buffer x, y

for i in 0..n {
  if i < m {
  } else {
    act make -> x
  }
  use: pe add x, y -> y
}
