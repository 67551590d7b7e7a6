program join

engine act, dve, pe
engine dma inflight 2
param n
buffer x, y, z

for i in 0..load y {
  dma load -> x
  act exp -> x
  dve scale -> y
  pe matmul x, y -> z
}
