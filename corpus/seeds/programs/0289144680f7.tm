program write_after_write

engine dve
engine dma inflight 2
param n, m
buffer x[2]

for i in 0..n {
  for j in 0..m {
    dve scale -> x[j % 2]
  }
}
dma load -> x[0]
