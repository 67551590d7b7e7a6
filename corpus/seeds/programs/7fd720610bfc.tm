program prefetch_1_of_4

engine dma inflight 4
param n
buffer x[4], y

if n >= 1 {
  first: dma load -> x[0]
}
