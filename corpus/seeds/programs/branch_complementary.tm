program branch_complementary
engine dma inflight 2
engine act, pe
param n, p
buffer x, y

for i in 0..n {
  if p {
    dma load -> x
  }
  if p == 0 {
    act make -> x
  }
  use: pe add x, y -> y
}
