# set: n=3
program copy

engine dma inflight 2
engine act
param n
memory m0
buffer x[3]
buffer y at m0[0, 0)
buffer x4 at m0[4, 8)

while load x4 {
  for i4 in 0..load x4 {
  }
}
for i in 0..n - 1 {
  dma load -> x[i % 3], x4
  if 1 >= 1 {
    act exp -> x[i % 2]
  }
}
