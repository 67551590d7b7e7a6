program join

engine act, dve, pe
engine dma inflight 2
param n
buffer x, y

act op x ->
pe add x, y -> y
for i in 0..load y {
  dma load -> x
  make_x: act exp -> x
  make_y: dve scale -> y
  while load y {
    use: pe matmul x, y -> x, x
  }
}
