program later_dependent

engine act, dve, pool, pe
engine dma inflight 2
buffer x, y, z
counter turn

one: act exp -> x
two: dve scale x -> y
for i in 0..load y {
  if load y {
    dve scale x -> y
    pool copy y -> z
    dve scale -> y
  }
  dma store y ->
  pe matmul x, y -> z
}
turn = turn + 1
three: act exp y -> z
