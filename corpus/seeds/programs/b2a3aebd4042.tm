program random

engine e0
engine dma inflight 2
engine pe
param n0, n, k
memory mem, m0
buffer b0 at mem[0, 0)
buffer y
buffer x[3] at m0[0, 24)
buffer b1[2]

l0: e0 mul -> b0 cost 332
for j in 0..1 {
  if load y {
    dma load -> x[j % 2]
    pe add x[j % 2], y -> y
  }
}
for i in -2..n step k + 1 {
  dma load -> x[i % 3]
  pe add x[i % 3], y -> y
}
