program join

engine act, dve, pe
engine dma inflight 2
param n
buffer x, y, z

act op z ->
pe add x, y -> y
for i in 0..load y {
  dma load -> x
  act exp -> x
  dve scale -> y
  while load y {
    pe matmul x, y -> z, z
  }
}
