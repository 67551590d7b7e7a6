program later_dependent

engine act
memory m0
buffer x
buffer y at m0[8, 16)
buffer z

one: act exp -> x
if 2 <= 1 {
  three: act exp y -> z
}
