program triangle_upper

engine dma inflight 2
engine pe, act
param n
buffer x[3], y, z

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    dma load -> x[(i + j) % 3]
    pe add x[i % 2] -> y
  }
}
