program engine_starts_late
engine dma inflight 2
engine pe, dve
param m, n
buffer x, y, z

for o in 0..m {
  for i in 0..n {
    dma load -> x
    use: pe add x, y -> y
  }
}
last: dve copy y -> z
