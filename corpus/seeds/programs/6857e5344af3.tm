program branch_both_arms

engine dma inflight 2
engine act
param n, m
buffer x, y

if 0 < m {
  dma load -> x
} else {
  act make -> x
}
dma op -> y
