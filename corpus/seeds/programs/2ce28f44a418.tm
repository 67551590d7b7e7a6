program one_engine

engine dve, pe, act
param n, p
buffer x[2], y, a, b
counter c1

for i in 0..n {
  make: dve exp y -> x[i % 2]
  use: dve add x[i % 2] -> y
}
c1 = c1 + 1
pe add a, b -> y
for i in 0..n {
  if p == 0 {
    act make -> x[0]
  }
  act make -> x[0]
  pe add x[0], y -> y
}
