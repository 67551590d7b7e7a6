program empty_bodies

engine act, dve
engine dma inflight 2
param n, m
buffer x, y, z

for i in 0..n {
  for j in 0..m {
  }
  if i != m {
    act exp x -> y
  }
  dma load -> x
  dma store x ->
  dve scale x -> z
}
