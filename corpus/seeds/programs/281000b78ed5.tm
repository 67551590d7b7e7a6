program nest

engine dma inflight 2
engine pe
param m
buffer w, y

for o in 0..m {
  dma load -> w
  for i in 0..1 {
    use: pe add w -> y
  }
}
