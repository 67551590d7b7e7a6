program write_after_write

engine act
engine dma inflight 3
param n, m
buffer x[5]

for i in 0..n {
  act exp -> x[i % 5]
}
dma load -> x[0]
