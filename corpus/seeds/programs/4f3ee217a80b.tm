program later_dependent

engine act, dve
engine dma inflight 2
engine pe
param m, n
buffer x, y, z, w

one: act exp -> x
two: dve scale x -> y
for o in 0..m {
  dma load -> w
  for i in 0..n {
    dma load -> x
    pe add x, y -> y
    pe add w -> y
  }
}
three: act exp y -> z
