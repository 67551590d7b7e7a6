# load: y=3,1
program branch_producer

engine dma inflight 2
engine pe
param n, k
memory m0
buffer x
buffer y at m0[4, 12)
buffer x2[4]

for i in 0..n {
  if i % 3 == 1 {
    dma load -> x
  } else {
    dma load -> x2[(i + 1) % 4]
    dma store x ->
  }
  use: pe add x -> y
  if k {
    dma store y ->
  }
}
for i3 in 0..2*k + 2 {
}
