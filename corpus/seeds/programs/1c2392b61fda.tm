program trio

engine act, dve, pool
engine dma inflight 2
engine pe
param n
buffer x, y, z
counter c6

c6 = 1
for i in 0..n {
  first: act exp -> x
  while load x {
    pe op z, x -> x
  }
  c6 = c6 + 1
  second: dve scale x -> y
  third: pool copy y -> z
}
dma load -> x
