program one_engine

engine dve, pe
param n, m
buffer x[2], y, a[2], b[4]
counter c1

c1 = c1 + 1
for i in 0..n {
  pe add x[0], y -> y
  if m % 2 > 0 {
    make: dve exp y -> x[i % 2]
  }
  use: dve add x[i % 2] -> y
}
c1 = c1 + 1
