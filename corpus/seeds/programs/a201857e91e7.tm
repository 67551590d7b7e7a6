program one_slot

engine dma, pe
param n
buffer x, y, w

for i in 0..n {
  dma load -> x
  use: pe add x -> y
  pe add w -> y
}
