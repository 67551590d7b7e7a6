program own

engine dma inflight 2
engine pe, act
param n
buffer x, y, z

for i1 in 0..n {
  pe matmul x, y -> z
  for i in 0..n {
    dma load -> x
    dma load -> x
    act make -> x
  }
}
