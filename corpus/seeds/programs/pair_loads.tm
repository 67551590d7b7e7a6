program pair_loads
engine dma inflight 3
engine pe
param n
buffer a, b, y

for i in 0..n {
  load_a: dma load -> a
  load_b: dma load -> b
  use: pe add a, b -> y
}
