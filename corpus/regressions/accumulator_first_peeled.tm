# An accumulator whose first iteration is peeled: it overwrites instead of adding.
# why: start waits for the store of the round before (WAR), evict for the last add, or
# why: for start where n is 1, or for an older round's where n is 0.
# from: class: an accumulator carried over iterations with its first iteration peeled
program accumulator_first_peeled
engine dma inflight 2
engine pe, act
param m, n
buffer x[2], acc, out

for o in 0..m {
  if n >= 1 {
    load_first: dma load -> x[0]
    start: pe matmul x[0] -> acc
  }
  for i in 1..n {
    dma load -> x[i % 2]
    add: pe matmul x[i % 2], acc -> acc
  }
  evict: act copy acc -> out
  dma store out ->
}
