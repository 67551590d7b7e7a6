program engine_starts_late

engine dma inflight 2
engine pe inflight 4
engine dve
param m, n
buffer x, y, z, b, flag

for o in 0..m {
  for i in 0..n {
    dma load -> x
    dma load -> x
    if load flag {
      dma store b ->
      pe add x -> y
    }
    use: pe add x, y -> y
  }
}
last: dve copy y, flag -> z
dma load -> x
dma load -> x
pe matmul b -> b
