program later_dependent

engine act, dve, pool, pe, e1
buffer x, y, z, b0

one: act exp -> x
two: dve scale x -> y
e1 op b0 -> b0
for i in 0..load y {
  act exp -> x
  dve scale x -> y
  pool copy y -> z
  dve scale -> y
  pe matmul x, y -> z
}
three: act exp y -> z
