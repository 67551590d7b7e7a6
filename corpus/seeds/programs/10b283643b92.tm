program random

engine dma inflight 2
engine pe
memory mem
buffer b0 at mem[0, 0)
buffer b1[1] at mem[0, 32)
buffer b2[1] at mem[32, 32)
buffer b3[4] at mem[128, 384)
buffer x[2], length, y
counter turn

for i in 0..load length {
  dma load -> x[turn % 2]
  pe add x[turn % 2] -> y
  turn = turn + 1
}
turn = turn + 1
dma load -> b3[(turn - 1) % 4]
