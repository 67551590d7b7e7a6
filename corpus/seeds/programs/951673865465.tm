program join

engine act, pe
param n
buffer x, y, z

for i in 0..load y {
  make_x: act exp -> x
  make_y: act scale -> y
  use: pe matmul x, y -> z
}
