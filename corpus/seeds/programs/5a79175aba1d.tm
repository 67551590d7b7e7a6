# load: x=0
program triangle_upper

engine dma inflight 2
engine pe, act
param n
buffer x[2], y, z

pe matmul x[0], y -> z
for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    dma load -> x[(i + j) % 2]
    use: pe add x[j % 2], y -> z
    pe add x[i % 2] -> y
  }
}
