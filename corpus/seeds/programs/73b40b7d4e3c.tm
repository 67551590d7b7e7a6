# set: q=0
program branch

engine dma inflight 2
engine pe
param p, q, n, k
buffer x, y, z
counter turn

dma load -> x
if p {
  first: pe add x -> y
}
if q {
  second: pe max x -> y
} else {
  for i in 0..n {
    if i % 3 != k {
      dma load -> x
      turn = turn + 1
    }
    pe add x -> y
  }
}
third: pe copy z -> z
