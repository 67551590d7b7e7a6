program own

engine dma inflight 2
engine pe, act
engine e5 inflight 3
param n
buffer x, y, z
counter c6

c6 = 4*c6
pe matmul x, y -> z
for i in 0..n {
  dma load -> x
  dma load -> x
  act make -> x
  e5 op -> y
  dma store x ->
  dma op -> y
}
