program until

engine dma inflight 2
engine pe
buffer go, x, y

first: dma load -> go
again: while load go {
  fetch: dma load -> x
  use: pe add x -> y
}
