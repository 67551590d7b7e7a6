program join

engine dve, pe
param n
buffer x, y, z

for i in 0..load y {
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
