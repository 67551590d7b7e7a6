program own

engine dma, pe
param n
buffer x, y, z, x3

for i1 in 0..n {
  dma op x, x -> x
  for i in 0..n {
  }
}
dma load -> x
pe add x, y -> y
