program write_after_write

engine act
engine dma inflight 2
engine pe
param n, m
buffer x, y

for i in 0..n {
  act exp -> x
}
dma load -> x
for j in 0..1 {
  dma load -> x
  pe add x, y -> y
}
