program own

param n
memory m0
buffer x at m0[4, 12)

while load x {
  for i1 in 0..n {
    for i2 in 0..n + i1 - 1 {
    }
    for i in 0..n {
      while load x {
      }
    }
  }
}
while load x {
  while load x {
  }
}
