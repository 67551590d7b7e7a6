program later_dependent

engine act, dve, pool, pe
engine e7 inflight 3
buffer x, y, z

e7 op y, x -> y
one: act exp -> x
two: dve scale x -> y
for i in 0..load y {
  act exp -> x
  dve scale x, x -> y
  pool copy x -> z
  dve scale -> y
  pe matmul x, y -> z
}
three: act exp y -> z
