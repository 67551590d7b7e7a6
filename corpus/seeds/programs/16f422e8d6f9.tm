program later_dependent

engine act
engine dve inflight 4
memory m0
buffer x
buffer y at m0[8, 16)
buffer z

one: act exp -> x
two: dve scale x -> y
if 2 <= 1 {
  three: act exp y -> z
}
