program branch_loaded

engine dma inflight 2
engine pe
param n
buffer flag, x, y

for i in 0..n {
  decide: pe compare -> flag
  if load flag {
    dma load -> x
  }
  use: pe add x, y -> y
}
