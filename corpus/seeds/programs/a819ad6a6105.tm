program later_dependent

engine act inflight 4
engine dve, pool, pe
buffer x, y, z
counter turn, c7

one: act exp -> x
two: dve scale x -> y
for i in 0..2*turn + c7 + 2 {
  c7 = c7 + 1
  pool copy y -> z
  dve scale -> y
  dve scale x -> y
  pe matmul x, y -> z
}
c7 = 0
turn = 1
three: act exp y -> z
