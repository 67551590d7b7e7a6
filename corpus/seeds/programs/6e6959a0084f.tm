program step_of_ring

engine dma inflight 4
param n
memory m0
buffer a[2] at m0[4, 20)
buffer b[4] at m0[0, 0)
buffer y
buffer x4 at m0[4, 8)

for i in 1..2*n + 1 step 2 {
  load_a: dma load -> a[i % 2]
}
for i4 in 0..load x4 {
}
for i2 in 0..1 {
}
