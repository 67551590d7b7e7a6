program trio

engine act, dve, pool
engine dma inflight 2
engine pe
param n
buffer x, y, z
counter c6

c6 = 1
first: act exp -> x
while load x {
  pe op z, x -> x
  for j in 0..1 {
    if load y {
      dma load -> x
      pe add x, y -> y
    }
  }
}
c6 = c6 + 1
second: dve scale x -> y
third: pool copy y -> z
dma load -> x
