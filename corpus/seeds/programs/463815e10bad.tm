program triangle_lower

engine pe, act
param n
buffer x[2], y, z

for i in 0..n {
  while load x[(i + 1) % 2] {
    act op z, x[1] -> x[3 % 2]
    for j in 0..i + 1 {
      if load y {
        use: pe add x[j % 2], y -> y
      }
    }
  }
  row: act copy y -> z
}
