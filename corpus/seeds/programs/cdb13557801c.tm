program step_of_ring

engine dma inflight 4
engine e3 inflight 3
param n
memory m0
buffer a[2] at m0[4, 20)
buffer b[4], y
buffer x4 at m0[4, 8)

for i in 1..2*n + 1 step 2 {
  for i1 in 0..n {
    load_b: dma load -> b[i % 4]
    use: e3 add a[i % 2], b[i % 4], a[(i1 + 3) % 2] -> y
  }
  load_a: dma load -> a[i % 2]
}
for i4 in 0..load x4 {
}
for i2 in 0..1 {
}
