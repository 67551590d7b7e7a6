# Prefetch at distance 4 in a ring of 4: the slot just used is loaded again at once.
# why: load waits for the use of this very trip, use for the load four trips back.
# from: class: prefetch at distance 1..n in a ring of n
program prefetch_4_of_4
engine dma inflight 4
engine pe
param n
buffer x[4], y

for p in 0..4 {
  if p < n {
    first: dma load -> x[p]
  }
}
for i in 0..n {
  use: pe add x[i % 4], y -> y
  if i + 4 < n {
    ahead: dma load -> x[i % 4]
  }
}
