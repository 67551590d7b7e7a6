program step_of_ring

engine dma inflight 4
param n
buffer a[2], b[4], y

for i in 1..2*n + 1 step 2 {
  load_a: dma load -> a[i % 2]
  load_b: dma load -> b[i % 4]
}
