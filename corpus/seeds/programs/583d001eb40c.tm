program triangle_upper

engine act inflight 2
param n
memory m0
buffer x[3], y, z, a
buffer b at m0[16, 20)

for i2 in 0..2*n + 2 {
  for i in 0..n {
    if (i2 + i + 3) % 2 >= 1 {
      row: act exp z -> y
    }
  }
}
