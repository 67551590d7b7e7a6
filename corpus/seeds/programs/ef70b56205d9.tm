# load: z=0,1
program later_dependent

engine act, dve, pool
engine dma inflight 3
buffer x, y, z, a, b
counter turn, c7

one: act exp -> x
two: dve scale x -> y
for i in c7 + 1..load y {
  act exp -> x
  dve scale x -> y
  pool copy y -> z
  dve scale -> y
  c7 = c7 + 1
}
c7 = c7 + 1
turn = 1
turn = turn + 1
three: act exp y -> z
dma load -> a
dma load -> b
