program branch_loaded

engine pe, dve
param n
buffer flag, x, y

for i in 0..n {
  decide: dve compare -> flag
  if load flag {
  }
  use: pe add x, y -> y
}
