program write_after_write

engine act, dve
param n, m
buffer x[2]

for i in 0..n {
  act exp -> x[i % 2]
  for j in 0..m {
    dve scale -> x[j % 2]
  }
}
