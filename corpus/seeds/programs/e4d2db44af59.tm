program nest

engine dma inflight 2
param m, n
buffer w, y

for o in 0..m {
  dma load -> w
}
