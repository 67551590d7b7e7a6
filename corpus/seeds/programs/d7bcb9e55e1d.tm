program ring_reentry

engine dma inflight 3
engine pe
param m
buffer x[3], y

for o in 0..m {
  for i in 0..3 {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
  for i in 0..3 {
    dma load -> x[0]
    dma store x[0] ->
  }
}
