# load: x=0
program triangle_upper

engine pe, act
param n
buffer x[2], y, z

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    use: pe add x[(i + j) % 2], y -> z
    pe add x[i % 2] -> y
  }
}
