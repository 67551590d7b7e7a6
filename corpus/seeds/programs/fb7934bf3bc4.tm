program p

engine dma inflight 2
engine dve
param m, n
buffer x[3], y

for o in 0..m {
  for i in 0..n {
    dma load -> x[i % 3]
    difference: dve subtract x[i % 3], x[(i + 2) % 3] -> y
  }
}
