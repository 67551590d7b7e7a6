program join

engine act, dve, pe
param n
buffer x, y, z

for i in 0..load y {
  pe load -> x
  make_x: act exp -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
