program one_slot

engine dma inflight 2
engine pe, dve
param n
buffer x, y, w, flag

for i in 0..n {
  dma load -> x
  use: pe add x -> y
  pe add w -> y
}
for i in 0..n {
  dve compare -> flag
  if load flag {
    dma load -> x
  }
  pe add x, y -> y
}
