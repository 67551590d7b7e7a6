program load_around_loop

engine dma inflight 2
engine pe, dve, act
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
if n + 3 > 0 {
  act exp y -> x
}
dma load -> x
pe add x, y -> y
reload: dma load -> w
