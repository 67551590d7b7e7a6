program branch_both_arms

engine dma inflight 2
engine act
param n, m
buffer x, y

for i in 0..n {
  if i < m {
  } else {
    act make -> x
  }
}
dma op -> y
