program later_dependent

engine act, dve, pool, pe
engine dma inflight 2
buffer x, y, z

one: act exp -> x
two: dve scale x -> y
for i in 0..load y {
  act exp -> x
  dve scale x -> y
  pool copy y -> z
  dve scale -> y
  dma store y ->
  pe matmul x, y -> z
}
three: act exp y -> z
