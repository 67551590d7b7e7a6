# load: x=3,3,3
program own

param n
buffer x, a[2]

for i1 in 0..load x {
  for i2 in 0..load x {
    for i3 in 0..n - 1 {
    }
  }
  for i in 0..n {
  }
}
