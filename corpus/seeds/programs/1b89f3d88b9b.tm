# load: y=3,1
program branch_producer

engine dma inflight 2
engine pe, e4
engine e0 inflight 2
param n, k
memory m0
buffer x
buffer y at m0[8, 8)
buffer b0

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
  } else {
    e4 op x, x ->
    dma store x ->
  }
  use: pe add x -> y
}
e0 op -> b0
