program ring_reentry

engine dma inflight 3
engine pe
param n
buffer x[3], y

for o in 0..2 {
  for i in 0..n {
    dma load -> x[0]
    dma load -> x[i % 3]
    while load y {
      dma load -> x[0]
      use: pe add x[i % 3], y -> y
    }
  }
  pe add x[0], y -> y
  for i in 0..n {
    dma load -> x[0], x[2]
    dma store x[0] ->
  }
}
