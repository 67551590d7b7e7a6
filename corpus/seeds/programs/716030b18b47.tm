program join

engine act, dve, pe
engine dma inflight 2
param n
buffer x, z

act op z ->
pe add x, x -> x
for i in 0..load x {
  dma load -> x
  make_x: act exp -> x
  make_y: dve scale -> x
  while load x {
    use: pe matmul x, x -> z, z
  }
}
