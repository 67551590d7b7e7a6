program write_after_write

engine act, dve
engine dma inflight 2
param n, m
buffer x

for i in 0..n {
  act exp -> x
  for j in 0..m {
    dve scale -> x
  }
}
dma load -> x
