program ring_reentry

engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for i in 0..n {
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
}
for i in 0..n {
  dma load -> x[0]
  dma store x[0] ->
}
