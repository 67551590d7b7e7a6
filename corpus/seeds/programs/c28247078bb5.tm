program register_read_between

engine e inflight 3
engine dma inflight 2
engine pe
param n
memory mem
buffer wide at mem[128, 160)
buffer narrow at mem[16, 16)
buffer x, y

e load -> wide
for i in 0..n {
  dma load -> x
  pe add x, y -> y
}
for i in n..4 {
  dma op wide, x -> x
  for j in -1..1 {
    e load -> wide
    e store narrow ->
  }
  while load wide {
  }
}
