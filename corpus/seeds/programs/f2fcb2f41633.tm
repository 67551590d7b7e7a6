program branch_both_arms

engine pe
param n, m
buffer x, y

if 0 < 0 {
  for i in 0..n {
    use: pe add x, y -> y
  }
}
