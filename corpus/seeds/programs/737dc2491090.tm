program triangle_upper

engine dma inflight 2
engine act
param n
buffer x[3], y, z

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    dma load -> x[(i + j) % 3]
  }
}
