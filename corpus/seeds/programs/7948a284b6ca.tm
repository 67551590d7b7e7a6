program nest

engine dma inflight 2
engine pe
param n
buffer w, y

for o in 0..3 {
  dma load -> w
  for i in 0..n {
    use: pe add w -> y
  }
}
