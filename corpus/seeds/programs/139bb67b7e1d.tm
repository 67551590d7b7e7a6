program prefetch_1_of_4

engine dma inflight 4
param n
buffer x[4], y

if n >= 1 {
  first: dma load -> x[0]
}
for i in 0..n {
  if i + 1 < n {
    ahead: dma load -> x[(i + 1) % 4]
  }
}
