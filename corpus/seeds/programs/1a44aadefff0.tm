program load_around_loop

engine dma inflight 2
engine pe, dve
param n
buffer w, x, o, y

dma load -> w
for i in 0..n {
  pe scale w -> x
  dma load -> x
  while load x {
  }
  for i1 in 0..n {
  }
}
pe max x -> y
dve finish w -> o
reload: dma load -> w
