# Both arms produce, on different engines; the consumer stands after them.
# why: use waits for the engine of the arm that was taken, and for nothing of the other;
# why: the writer of one trip may follow a writer of the other engine (WAW).
# from: class: producer under a branch and consumer outside, both arms
program branch_both_arms
engine dma inflight 2
engine act, pe
param n, m
buffer x, y

for i in 0..n {
  if i < m {
    dma load -> x
  } else {
    act make -> x
  }
  use: pe add x, y -> y
}
