program later_dependent

engine act, dve, pe
buffer x, y, z

one: act exp -> x
two: dve scale x -> y
for i in 0..load y {
  act exp -> x
  dve scale x -> y
  dve scale -> y
  pe matmul x, y -> z
}
three: act exp y -> z
