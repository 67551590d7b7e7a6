program branch_loaded

engine dma inflight 2
engine pe, dve
param n
buffer flag, x, y

decide: dve compare -> flag
if load flag {
  dma load -> x
}
use: pe add x, y -> y
