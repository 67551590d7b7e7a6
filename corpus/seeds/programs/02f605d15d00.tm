# set: n=4
program own

engine dma inflight 2
engine pe, act
engine e5 inflight 3
param n
buffer x, y, z

for i1 in 0..n {
  pe matmul x, y -> z
  for i in 0..n {
    dma load -> x
    e5 op z ->
    dma load -> x
    dma op -> y
    act make -> x
    e5 op -> y
    dma store x ->
  }
}
