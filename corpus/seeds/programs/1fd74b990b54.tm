program copy

engine pe
param n
buffer x[2], y

for i in 0..n {
  use: pe add x[i % 2] -> y
}
