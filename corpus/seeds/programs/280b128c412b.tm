program later_dependent

engine act, dve
engine dma inflight 2
engine pe
param m, n
buffer x, y, z, w

one: act exp -> x
two: dve scale x -> y
for o in 0..m {
  while load x {
    dma load -> w
    for i3 in 0..o + 3 {
      for i in 0..n {
        pe add x, y -> y
        pe add w -> y
      }
    }
  }
}
three: act exp y -> z
