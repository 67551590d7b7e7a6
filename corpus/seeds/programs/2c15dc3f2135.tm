program later

engine act, dve
engine dma inflight 2
engine pe
buffer x, y, z
counter c5

one: act exp -> x
act op z -> z
two: dve scale -> y
while load x {
  three: act exp -> z
  while load x {
    act op z, x -> x
    for j in 0..1 {
      if load y {
        dma load -> x
        c5 = c5 + 1
        pe add x, y -> y
      }
    }
  }
}
while load z {
}
