program one_engine

engine dve, pe
buffer x[2], y
counter c1

for i in 0..1 {
  pe add x[i % 3], y -> y
  make: dve exp y -> x[i % 2]
  use: dve add x[i % 2] -> y
}
c1 = c1 + 1
