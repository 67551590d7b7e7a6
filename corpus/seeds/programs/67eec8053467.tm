program write_after_write

engine act
engine dma inflight 3
param n, m
buffer x

for i in 0..n {
  act exp -> x
}
dma load -> x
