program prefetch_1_of_4

engine dma inflight 4
engine pe
param n
buffer x[4], y

for i in 0..n {
  if i + 1 < n {
    ahead: dma load -> x[(i + 1) % 4]
  }
  use: pe add x[i % 4], y -> y
}
