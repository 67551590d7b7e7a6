# set: n=4
program own

engine dma inflight 2
engine act
engine e5 inflight 3
param n
buffer x, y, z
counter c3

for i1 in 0..n {
  c3 = 0
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
