program join

engine act, dve, pe
param n
buffer x, y, z

pe add x, y -> y
for i in 0..load y {
  make_x: act exp -> x
  make_y: dve scale -> y
}
