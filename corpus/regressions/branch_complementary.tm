# Complementary conditions in two branches: exactly one of them produces.
# why: use waits for load or make, whichever was taken last; as far as either engine
# why: knows, both or none could have been.
# from: class: producer under a branch and consumer outside, complementary arms
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
