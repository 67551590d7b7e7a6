# set: n=2
program join

engine act, dve
engine pe inflight 4
engine dma inflight 2
param n, p
buffer x, y, z

dma load -> x
if 0 % 2 >= 0 {
} else {
  if p {
    dma load -> x
  }
}
for i in 0..load y {
  dma load -> x
  dma load -> x
  make_x: act exp -> x
  make_y: dve scale -> y
  use: pe matmul x, y -> z
}
