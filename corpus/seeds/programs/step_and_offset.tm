program step_and_offset
engine dma inflight 3
engine pe
param m, n
buffer x[3], y

for o in 0..m {
  for i in 3..2*n + 3 step 2 {
    dma load -> x[i % 3]
    use: pe add x[i % 3], y -> y
  }
}
