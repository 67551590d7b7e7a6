# load: z=0,0
program later_dependent

engine act
engine dve inflight 4
engine dma inflight 2
memory m0
buffer x
buffer y at m0[8, 16)
buffer z

one: act exp -> x
two: dve scale x -> y
if 3 % 2 > 2 {
  act exp y -> z
}
if 2 <= 1 {
  three: act exp y -> z
  act exp -> x
} else {
  dma load -> x
  dma load -> x
}
