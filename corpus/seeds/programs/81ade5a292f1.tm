program engine_starts_late

engine dma inflight 2
engine pe, dve
engine e inflight 3
param m, n
memory mem
buffer x, y, z
buffer wide at mem[128, 160)
buffer narrow at mem[128, 160)

for o in 0..m {
  for i in 0..n {
    dma load -> x
    use: pe add x, y -> y
  }
}
for i in n..4 {
  for j in -1..1 {
    e load -> wide, z
    e store narrow ->
  }
}
last: dve copy y -> z
