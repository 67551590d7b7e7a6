program one_engine

engine pe
param n, m
buffer x[2], y, a[2], b[4]
counter c1

for i2 in 0..m {
  pe add a[0 % 2], b[0 % 4] -> y
  pe add x[0], y -> y
}
c1 = c1 + 1
c1 = c1 + 1
