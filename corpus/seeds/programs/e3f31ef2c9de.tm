program nest

engine dma inflight 2
engine pe
param m, n
buffer w, y

dma load -> w
for i in 0..n {
  use: pe add w -> y
}
