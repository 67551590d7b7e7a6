program own

engine dma inflight 2
memory m0
buffer x at m0[4, 12)

while load x {
  for i1 in 0..1 {
    dma op x, x -> x
    for i2 in 0..i1 {
    }
    for i in 0..1 {
      while load x {
      }
    }
  }
}
