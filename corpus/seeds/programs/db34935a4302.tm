program triangle_left_out

engine dma inflight 2
engine pe, dve
param r, n
buffer x, y, z

for o in 0..r {
  for i in 0..n {
    for j in 0..i + 1 {
      dma load -> x
      use: pe add x, y -> y
    }
    dve op -> y
  }
  if -o + 1 < 0 {
    last: dve copy y -> z
  } else {
    dve op x, x -> x
  }
}
