# An accumulator whose last iteration is peeled: it writes the result elsewhere.
# why: last waits for the load before it, at slot n - 1, store for last.
# from: class: an accumulator carried over iterations with its last iteration peeled
program accumulator_last_peeled
engine dma inflight 2
engine pe, act
param m, n
buffer x[3], acc, out

for o in 0..m {
  for i in 0..n - 1 {
    dma load -> x[i % 3]
    add: pe matmul x[i % 3], acc -> acc
  }
  if n >= 1 {
    load_last: dma load -> x[(n - 1) % 3]
    last: act finish x[(n - 1) % 3], acc -> out
    store: dma store out ->
  }
}
