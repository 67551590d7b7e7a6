# set: n=5
program write_after_write

engine act, dve
engine dma inflight 2
engine pe
param n, m
buffer x[2], kept, sum

for o in 0..m {
  for i in 0..n {
    pe matmul kept -> sum
    dve copy sum -> kept
  }
  dma store kept ->
}
for i in 0..n {
  act exp -> x[i % 2]
  for j in 0..m {
    dve scale -> x[j % 2]
  }
}
dma load -> x[0]
