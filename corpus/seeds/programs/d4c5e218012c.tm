program triangle_lower

engine dma inflight 2
engine pe, act
param n
buffer x[2], y

for i in 0..n {
  while load x[i % 2] {
    act op y, x[1] -> x[3 % 2]
    for j in 0..i + 1 {
      if load y {
        dma load -> x[j % 2]
        use: pe add x[j % 2], y -> y
      } else {
        pe add x[0], y -> y
      }
    }
  }
  row: act copy y -> y
  act exp -> x[i % 2]
}
