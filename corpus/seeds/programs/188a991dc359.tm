program until

engine dma inflight 2
engine pe
buffer go, x, y

dma load -> go
while load go {
  dma load -> x
  pe compare -> go
  pe add x -> y
}
