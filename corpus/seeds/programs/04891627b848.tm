program write_after_write

engine act
engine dma inflight 2
param n, m
buffer x[2]

act exp -> x[0 % 2]
for j in 0..m {
  act scale -> x[j % 2]
}
act exp -> x[1 % 2]
for j in 0..m {
  act scale -> x[j % 2]
}
dma load -> x[0]
