program own

engine dma inflight 3
engine dve
param n
buffer x, y, z

for i in 0..n {
  dma op -> x
  dve op y -> z
  dma op x ->
}
