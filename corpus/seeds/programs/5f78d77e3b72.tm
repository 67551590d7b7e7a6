program branch_producer

engine dma inflight 4
engine pe
param n, k
buffer x, y, b, a

while load x {
  for i in 0..n {
    if i % 3 == 1 {
      dma load -> x
    }
    use: pe add x -> y
    if k {
      dma load -> b
      pe add a, b -> y
      dma store y ->
    }
  }
}
