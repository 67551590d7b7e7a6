program one_engine

engine dve, pe
buffer x[2], y
counter c1

for i in 0..3 {
  pe add x[0], y -> y
  make: dve exp y -> x[i % 2]
  use: dve add x[i % 2] -> y
}
c1 = c1 + 1
