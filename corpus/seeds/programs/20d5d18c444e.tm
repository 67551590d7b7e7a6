program ring_reentry

engine dma inflight 3
engine pe, dve
param m, n
buffer x[3], y, kept, sum

for o in 0..m {
  for i in 0..n {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
}
for i in 0..n {
  pe matmul kept -> sum
  dve copy sum -> kept
}
