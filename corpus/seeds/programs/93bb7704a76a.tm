program empty_bodies

engine dve
engine dma inflight 2
engine pe
param n, m
buffer x, y, z

for j in 0..m {
}
if 0 == m {
  dma load -> x
}
dve scale x -> z
dve op x ->
pe add x -> y
