program own

engine dma inflight 2
param n
buffer x
counter c6

for i in 0..n {
  while load x {
    dma load -> x
  }
}
c6 = c6 + 1
