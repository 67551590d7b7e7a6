program join

engine act, dve, pe
param n
buffer x, y

for i in 0..n {
  make_x: act exp -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> x
}
