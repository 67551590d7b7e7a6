program join

engine act, dve, pe
param n
buffer x, y, z

for i in 0..n {
  act exp -> x
  dve scale -> y
  pe matmul x, y -> z
}
