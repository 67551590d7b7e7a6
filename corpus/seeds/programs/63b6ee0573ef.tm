# set: n=2
program join

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
