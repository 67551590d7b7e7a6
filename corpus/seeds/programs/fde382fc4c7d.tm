program own

engine dma inflight 2
engine e inflight 3
param n
memory mem
buffer x
buffer wide at mem[128, 160)
buffer narrow at mem[128, 160)

for i in 0..n {
  while load x {
    for j in -1..1 {
      e load -> wide
      e store narrow ->
    }
    dma load -> x
    dma store x ->
  }
}
