# A triangular nest that shrinks, with a ring indexed by both variables.
# why: load waits for the use that last had slot (i + j) % 3: of the trip before, or of
# why: an earlier row where this one starts.
# from: class: triangular nests
program triangle_upper
engine dma inflight 2
engine pe, act
param n
buffer x[3], y, z

for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    dma load -> x[(i + j) % 3]
    use: pe add x[(i + j) % 3], y -> z
  }
}
