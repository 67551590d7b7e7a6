# set: n=3
program join

engine act, dve, pe
param n
memory m0
buffer x
buffer y at m0[4, 4)
buffer z
counter turn

for i in 0..load y {
  turn = turn + 1
  make_x: act exp -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
