# Prefetch at distance 1 in a ring of 4, for any number of items.
# why: use waits for the load of its item, one trip back; load waits for the use three
# why: trips back.
# from: class: prefetch at distance 1..n in a ring of n
program prefetch_1_of_4
engine dma inflight 4
engine pe
param n
buffer x[4], y

if n >= 1 {
  first: dma load -> x[0]
}
for i in 0..n {
  if i + 1 < n {
    ahead: dma load -> x[(i + 1) % 4]
  }
  use: pe add x[i % 4], y -> y
}
