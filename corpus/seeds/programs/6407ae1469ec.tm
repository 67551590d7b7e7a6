program copy

engine dma inflight 2
engine pe
buffer x[2], y

for i in 0..3 {
  dma load -> x[i % 2]
  for i1 in 0..3 {
    use: pe add x[i % 2] -> y
  }
}
