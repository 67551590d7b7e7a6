program later_dependent

engine act, dve
engine dma inflight 2
engine pe, pool
param m, n
buffer x, y, z, w

one: act exp -> x
two: dve scale x -> y
for o in 0..m {
  dma load -> w
  if 1 % 2 >= 2 {
    pe add w -> y
    pool copy y -> z
  }
}
three: act exp y -> z
