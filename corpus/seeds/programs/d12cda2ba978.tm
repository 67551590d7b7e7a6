program one_engine

engine dve
param n
buffer x[2], y

for i in 0..n {
  if (i - 1) % 3 > 0 {
  }
  use: dve add x[i % 2] -> y
}
dve add x[0 % 2] -> y
