program one_engine

engine dve, pe
param n
buffer x[2], y
counter c1

for i in 0..n {
  pe add x[0], y -> y
  make: dve exp y -> x[i % 2]
}
c1 = c1 + 1
