program one_engine

engine dve
param n
buffer x[2], y

for i in 0..n {
  make: dve exp y -> x[i % 2]
  use: dve add x[0] -> y
}
