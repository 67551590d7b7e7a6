program own

engine dma inflight 3
engine dve, pe, act
param n
buffer x, y, z

for i in 0..n {
  pe add x -> y
  dma load -> x
  act max x -> z
  dve memset -> x
}
for i in 0..n {
  dma load -> x
  dve copy y -> z
  dma store x ->
}
