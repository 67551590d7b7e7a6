program prefetch_1_of_4

engine dma inflight 4
engine pe
param n
buffer x[4], y

if n >= 1 {
  first: dma load -> x[0]
}
for i in 0..n {
  use: pe add x[i % 4], y -> y
}
