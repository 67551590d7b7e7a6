program triangle_left_out

engine pe, dve
param r, n
buffer x, y, z

for o in 0..r {
  for i in 0..n {
    for j in 0..i + 1 {
      use: pe add x, y -> y
    }
  }
  last: dve copy y -> z
}
