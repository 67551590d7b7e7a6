program triangle_upper

engine pe, act
param n
buffer x[3], y, z
counter c6

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    while load z {
      c6 = c6 + 1
    }
    c6 = c6 + 1
    use: pe add x[(i + j) % 3], y -> z
    pe add x[i % 2] -> y
  }
}
