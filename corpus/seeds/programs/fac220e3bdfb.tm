program join

engine dve, pe, pool
param n
buffer x, y, z

for i in 0..load y {
  dve scale x -> y
  pool copy y -> z
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
