program write_after_write

engine act, dve
engine dma inflight 2
param n, m
buffer x

act exp -> x
for j in 0..m {
  dve scale -> x
}
act exp -> x
for j in 0..m {
  dve scale -> x
}
dma load -> x
