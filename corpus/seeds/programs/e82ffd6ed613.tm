program branch_both_arms

engine pe
param n, m
buffer x, y

if -m + 3 < 0 {
  for i in 0..n {
    use: pe add x, y -> y
  }
}
