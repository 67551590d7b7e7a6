program own

engine dma inflight 2
param n
memory m0
buffer x at m0[4, 12)

while load x {
  for i1 in 0..n {
    dma op x, x -> x
    for i2 in 0..n + i1 - 1 {
    }
  }
}
while load x {
  while load x {
  }
}
