# An engine with several in flight waits for its own earlier results.
# why: store waits for the load just before it, load for the store two trips back, both
# why: on the same engine: issued is not completed.
# from: class: prefetch at distance 1..n in a ring of n
program own_results_in_flight
engine dma inflight 3
param n
buffer x[2]

for i in 0..n {
  dma load -> x[i % 2]
  dma store x[i % 2] ->
}
