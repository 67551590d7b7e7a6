program write_after_write

engine act, dve
engine dma inflight 2
param n
buffer x[2]

for i in 0..n {
  act exp -> x[i % 2]
  for j in 0..3 {
    dve scale -> x[j % 2]
  }
}
dma load -> x[0]
