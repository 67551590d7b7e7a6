program random

engine e0
engine e1 inflight 3
engine dma inflight 4
engine pe
param n0, n1, n
buffer b0[4], a[2], b[4], y

e0 op -> b0[(n0 - 1) % 4]
e1 op -> b0[3]
for i in 1..2*n + 1 step 2 {
  dma load -> a[i % 2]
  for i1 in 0..n {
    dma load -> b[i % 4]
    pe add a[i % 2], b[i % 4] -> y
  }
}
e1 op -> b0[2]
