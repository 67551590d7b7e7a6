program branch_complementary

engine act, pe
param n, p
buffer x, y

for i in 0..n {
  if p == 0 {
    act make -> x
  }
  use: pe add x, y -> y
}
