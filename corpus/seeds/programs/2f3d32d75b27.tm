program step_and_offset

engine dma inflight 3
engine pe
param m, n
buffer x[5], y
counter c2

for o in 0..m {
  for i in 0..n {
    dma load -> x[0]
    dma store x[0] ->
  }
  for i in 3..2*n + 3 step 2 {
    c2 = -2*m + c2
    while load x[-1 % 5] {
      dma load -> x[i % 5]
    }
    c2 = o + 1
    use: pe add x[i % 5], y -> y
  }
}
