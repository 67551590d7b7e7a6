program write_after_write

engine act
engine dma inflight 2
engine pe
engine e0 inflight 4
param n, m
buffer x[2], y, x5, b0, b1, b2

for i in 0..n {
  act exp -> x[i % 2]
  e0 store b0, b0 -> b1, b0
  e0 store -> b2 cost 251
}
dma load -> x[0]
for j in 0..1 {
  dma load -> x[0]
  pe add x[0], y -> y, x5
}
