program p

engine dma inflight 3
engine pe
param n
buffer x[2], w, y

pe add w -> y
for i in 0..n {
  dma load -> x[i % 2]
  dma load -> w
  dma store x[i % 2] ->
}
