program triangle_lower

engine dma inflight 2
engine pe, act, dve
param n
buffer x[2], y, z, b

while load x[1 % 2] {
  act op z, x[1] -> x[3 % 2]
  for j in 0..1 {
    dve scale -> y
    if load y {
      dma load -> x[j % 2]
      use: pe add x[j % 2], y -> y
    }
  }
}
row: act copy y -> z
dma load -> b
dma load -> b
