# load: z=1,1,2
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
  if (2*i + 1) % 2 > 1 {
  } else {
    pe op z ->
  }
}
three: act exp y -> z
