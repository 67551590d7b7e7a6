program write_after_write

engine act
param n, m
buffer x[5]

for i in 0..n {
  act exp -> x[i % 5]
}
