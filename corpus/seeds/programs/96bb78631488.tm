# load: y=2,0,3
program ring_reentry

engine dma inflight 3
engine pe
param n
buffer x[3], y

for o in 0..2 {
  for i in 0..n {
    pe load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
  dma load -> x[0 % 2]
}
