program branch_producer

engine dma inflight 2
engine pe, act, dve
param n, k
memory m0
buffer x
buffer y at m0[4, 12)

for i3 in 0..n + k + 2 {
  for i in 0..n {
    if i % 3 == 1 {
      dma load -> x
      act exp y, y -> y
    }
    use: pe add x -> y
    dve subtract x, x -> y
  }
}
