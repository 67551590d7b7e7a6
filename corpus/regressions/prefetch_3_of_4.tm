# Prefetch at distance 3 in a ring of 4, and the loop repeated: the ring starts anew.
# why: use waits for the load three trips back, or before the loop; load waits for the
# why: use one trip back; the first loads of a round wait for the last uses of the round
# why: before, at whatever slot it ended.
# from: class: prefetch at distance 1..n in a ring of n
program prefetch_3_of_4
engine dma inflight 4
engine pe
param r, n
buffer x[4], y

for round in 0..r {
  for p in 0..3 {
    if p < n {
      first: dma load -> x[p]
    }
  }
  for i in 0..n {
    if i + 3 < n {
      ahead: dma load -> x[(i + 3) % 4]
    }
    use: pe add x[i % 4], y -> y
  }
}
