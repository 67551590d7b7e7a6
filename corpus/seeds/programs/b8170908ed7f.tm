program load_around_loop

engine dma inflight 2
engine pe, dve
param n
buffer w, x, o

dma load -> w
for i in 0..n {
  pe scale w -> x
  dma load -> x
}
dve finish -> o
reload: dma load -> w
