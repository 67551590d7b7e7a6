program step_by_param

engine dma inflight 2
engine pe, act
param k
buffer x[3], y, a[2], b[3], c

for i in -2..0 step k + 1 {
  act exp -> x[0]
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
  for i1 in 0..0 {
    dma load -> b[0 % 4]
    pe add a[0 % 2], b[0 % 4] -> y
  }
}
for i in 0..0 {
  dma load -> a[i % 2]
  act make -> b[i % 3]
  pe add a[i % 2], b[(i + 1) % 3] -> c
}
