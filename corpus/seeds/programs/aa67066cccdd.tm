program ring_reentry

engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 0..n {
    dma load -> x[0]
    dma load -> x[i % 3]
  }
  pe add x[0], y -> y
  for i in 0..n {
    dma load -> x[0], x[2]
    dma store x[0] ->
  }
}
