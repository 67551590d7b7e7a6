program triangle_upper

engine pe, act
param n
buffer x[3], y, z

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    use: pe add x[(i + j) % 3], y -> z
  }
}
