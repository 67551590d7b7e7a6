program two_uses
engine dma inflight 2
engine pe
param n
buffer a, b, y

for i in 0..n {
  load_a: dma load -> a
  load_b: dma load -> b
  use_a: pe add a -> y
  use_b: pe add b -> y
}
