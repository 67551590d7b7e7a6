program pair_loads

engine dma inflight 3
engine pe, act, dve
param n, m
buffer a, b, y, x, z

for i in 0..n {
  load_a: dma load -> a
  use: pe add a, b -> y
}
dma load -> x
pe add x, y -> y
if 0 == m {
} else {
  act exp x -> y
}
dve scale x -> z
