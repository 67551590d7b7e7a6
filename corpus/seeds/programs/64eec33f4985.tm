program engine_starts_late

engine dma inflight 2
engine pe, e5
param m, n
buffer x, y, z

for o in 0..m {
  for i in 0..n {
    dma load -> x
    use: pe add x, y -> y
  }
  dma store x ->
}
dma load -> x
last: e5 copy y -> z
