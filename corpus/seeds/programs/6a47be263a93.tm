program load_around_loop

engine dma inflight 2
engine pe
param n
buffer w, x, o

dma load -> w
for i in 0..n {
  dma load -> w
  pe scale w -> x
  dma load -> x
}
dma finish w -> o
reload: dma load -> w
