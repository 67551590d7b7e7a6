program write_after_write

engine act
engine dma inflight 2
engine pe
param n, m
buffer x[2], y

for i in 0..n {
  for i2 in 0..1 {
    act exp -> x[i % 2]
  }
}
dma load -> x[0]
for j in 0..1 {
  dma load -> x[0]
  pe add x[0], y -> y
}
