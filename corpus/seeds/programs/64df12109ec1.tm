program one_engine

engine dve, pe
param n
buffer x[2], y

for i in 0..n {
  pe add x[0], y -> y
  make: dve exp y -> x[i % 2]
  use: dve add x[i % 2] -> y
}
