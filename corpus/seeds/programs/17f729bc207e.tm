program phases

engine act, dve
engine dma inflight 2
param n
buffer x, y, z

while load z {
  for i in 0..n {
    left: act exp y -> x
    dve scale x -> y
    act exp y -> z
    right: dve scale x -> y
    while load y {
      dma load -> x
    }
  }
}
act exp y -> z
