# Prefetch at distance 2 in a ring of 4, for any number of items.
# why: use waits for the load two trips back, or for the one before the loop; load waits
# why: for the use two trips back.
# from: class: prefetch at distance 1..n in a ring of n
program prefetch_2_of_4
engine dma inflight 4
engine pe
param n
buffer x[4], y

for p in 0..2 {
  if p < n {
    first: dma load -> x[p]
  }
}
for i in 0..n {
  if i + 2 < n {
    ahead: dma load -> x[(i + 2) % 4]
  }
  use: pe add x[i % 4], y -> y
}
