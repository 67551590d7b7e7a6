program pair_loads

engine dma inflight 3
engine pe
param n
buffer a, b, y

for i in 0..n {
  dma load -> a
  dma load -> b
  pe add a, b -> y
}
