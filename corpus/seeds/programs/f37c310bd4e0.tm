program fan

engine dma inflight 2
engine pe, act, dve
param n
buffer a, b, y, z, x[2]

for i in 0..n {
  dve exp y -> x[i % 2]
  dve add x[i % 2] -> y
}
load_a: dma load -> a
load_b: dma load -> b
use_a: pe add a -> y
while load z {
  use_b: act exp b -> z
}
