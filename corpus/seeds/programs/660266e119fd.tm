program lower_bound_loaded

engine dma inflight 2
engine pe
param m, n
buffer from, x[2], y

for o in 0..m {
  for i in load from..n {
    dma load -> x[i % 2]
    use: pe add x[i % 2], y -> y
  }
}
