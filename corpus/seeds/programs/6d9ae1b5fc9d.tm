program step_by_param

engine dma inflight 2
engine pe
engine e3 inflight 3
engine e1
param n, k
memory m0
buffer x[3] at m0[0, 24)
buffer y, b1[2]

for j in 0..1 {
  if load y {
    dma load -> x[j % 2]
    pe add x[j % 2], y -> y
    e3 op -> b1[2 % 2]
  }
  dma load -> x[0 % 3]
}
for i in -2..n step k + 1 {
  e1 store b1[0] -> cost 452
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
}
