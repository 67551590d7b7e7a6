# load: y=2,0,3
program ring_reentry

engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 0..n {
    pe load -> x[i % 3]
  }
  dma load -> x[0 % 2]
}
