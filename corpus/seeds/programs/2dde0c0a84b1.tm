program step_of_ring

engine dma inflight 4
engine pe
param n
buffer a[2], b[4], y

for i in 1..2*n + 1 step 2 {
  load_b: dma load -> b[i % 4]
  use: pe add a[i % 2], b[i % 4] -> y
}
