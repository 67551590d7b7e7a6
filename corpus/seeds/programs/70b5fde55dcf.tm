program engine_starts_late

engine dma inflight 2
engine pe, dve, act
param m, n
buffer x, y, z, b, w, o

for o in 0..m {
  for i in 0..n {
    dma load -> x
    use: pe add x, y -> y
  }
}
last: dve copy y -> z
act exp z -> y
pe matmul b -> b
for i in 0..n {
  pe scale w -> x
}
dve finish w -> o
