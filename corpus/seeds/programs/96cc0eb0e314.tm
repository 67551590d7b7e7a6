program step_and_offset

engine dma inflight 3
engine pe
param m, n
buffer x[3], y, x2[3]
counter c0

c0 = 3*c0 + 1
for o in 0..m {
  for i in 0..n {
    dma load -> x[0]
    dma store x[0] ->
  }
  dma load -> x[0]
  pe add x[0], y -> y
  dma load x2[(3*o - 2*c0 + 2) % 2] -> x[0]
}
