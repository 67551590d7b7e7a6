program step_by_param

engine dma inflight 2
engine pe, act, dve, pool
param n, k
buffer x[3], y, z
counter c7, c4

for i in -2..n step k + 1 {
  dma load -> x[i % 3]
  use: pe add x[i % 3], y -> y
}
for i in 0..load y {
  act exp -> x[0]
  dve scale x[0] -> y
  pool copy y -> z
  dve scale -> y
  c7 = c7 + 1
  act exp -> z
  pe matmul x[0], y -> z
}
while load z {
}
c4 = c4 + 1
