program bounds_in_ring

engine dma inflight 3
engine pe, act
param m
buffer length[4], x, y

for i4 in 0..2 {
  for o in 0..m {
    if (m - 1) % 3 <= 0 {
      for i in 0..load length[o % 2] {
        while load x {
          dma load -> x
        }
        pe add x -> y
        dma load -> x
        use: pe add x, y -> y
      }
    }
  }
  act make -> x
}
