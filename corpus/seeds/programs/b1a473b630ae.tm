# load: a=2,3,3,0
program bounds_in_ring

engine dma inflight 2
engine pe
param m
memory m0
buffer length[2], x, y
buffer a[2] at m0[16, 32)
buffer b[4]
counter c1

for o in 0..m {
  bound: dma load -> length[o % 2]
  for i in 3*o + 1..load length[o % 2] {
    dma load -> x
    c1 = c1 + 1
    use: pe add x, y -> y
    pe add a[i % 2], b[i % 4] -> y
  }
}
