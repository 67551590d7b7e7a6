# load: x=3,3,3
program own

engine dma inflight 2
engine pe
param n
memory m0
buffer x at m0[16, 24)
buffer a[2], y

for i1 in 0..load x {
  dma op x, x -> x
  for i2 in 0..load x {
    for i3 in 0..load y {
    }
    pe add x -> y
  }
  for i in 0..n {
  }
}
