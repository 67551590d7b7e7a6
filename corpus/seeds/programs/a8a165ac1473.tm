program later_dependent

engine act, dve
buffer x, y, z

one: act exp -> x
for i0 in 0..3 {
  two: dve scale x -> y
}
dve exp y -> x
