program triangle_lower

engine pe, act
param n
buffer x[2], y, z

for i in 0..n {
  for j in 0..i + 1 {
    use: pe add x[j % 2], y -> y
  }
  row: act copy y -> z
}
