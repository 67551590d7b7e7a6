program pair_loads

engine dma inflight 3
engine pe, act, dve
param n, m
buffer a, b, y, x, z
counter c3

for i in 0..n {
  load_a: dma load -> a
  load_b: dma load -> b
  use: pe add a, b -> y
  dma store y ->
}
dma load -> x
if 0 == m {
} else {
  act exp x -> y
}
if 3 != 1 {
  c3 = c3 + 1
}
dma store y ->
dve scale x -> z
