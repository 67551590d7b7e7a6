program own

param n
buffer x, a[2]

for i1 in 0..n {
  for i2 in 0..load x {
  }
  for i in 0..n {
  }
}
