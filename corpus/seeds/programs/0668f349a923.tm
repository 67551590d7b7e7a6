program own

engine dma inflight 2
engine pe, act, dve, pool
param n
buffer x, a, b, y, z

for i in 0..n {
  dma load -> x
  dma store x ->
  dma load -> a
  dma load -> b
  pe add a -> y
}
act exp -> x
if load y {
  dve scale x -> y
  pool copy y -> z
  dve scale -> y
}
dma store y ->
dma load -> b
pe add a -> y
