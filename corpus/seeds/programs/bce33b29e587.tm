program join

engine act, dve, pe
engine dma inflight 2
param n
buffer x, y, z

act op z ->
pe add x, y -> y
for i in 0..2 {
  dma load -> x
  make_x: act exp -> x
  make_y: dve scale -> y
  while load y {
    use: pe matmul x, y -> z, z
  }
}
