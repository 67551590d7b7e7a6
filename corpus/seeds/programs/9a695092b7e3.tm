program triangle_lower

engine dma inflight 2
engine act
param n
buffer x[2], y, z

for i in 0..n {
  for j in 0..i + 1 {
    dma load -> x[j % 2]
  }
  row: act copy y -> z
}
