program triangle_left_out

engine dma inflight 2
engine pe, dve
param r
buffer x, y, z

for o in 0..r {
  for i in 0..2 {
    for j in 0..i + 1 {
      dma load -> x
      use: pe add x, y -> y
    }
  }
  last: dve copy y -> z
}
