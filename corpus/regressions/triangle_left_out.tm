# A triangular nest in which one engine has nothing to do: it still counts through it.
# why: last waits for the final use of the triangle, whose number is a sum of trips.
# from: class: triangular nests
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
  }
  last: dve copy y -> z
}
