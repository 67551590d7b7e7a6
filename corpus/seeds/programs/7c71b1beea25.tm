program triangle_upper

engine pe
engine act inflight 2
param n
memory m0
buffer x[3], y, z, a
buffer b at m0[16, 20)

for i2 in 0..2*n + 2 {
  for i in 0..n {
    if (i2 + i + 3) % 2 >= 1 {
      row: act exp z -> y
      for j in i..n {
        pe add a, b -> y
        use: pe add x[(i + j) % 3], y -> z
      }
    }
  }
}
