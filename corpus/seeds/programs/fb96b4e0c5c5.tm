program until

engine dma inflight 2
engine pe
param n
memory m0
buffer x0 at m0[4, 8)
buffer x1, x2, x[4], w, y

first: pe load -> x0
dma op -> x0
again: while load x0 {
  fetch: dma load -> x1
  decide: pe compare -> x0
  use: pe add x1 -> x2
  while load x2 {
    dma load -> x[1 % 4]
    for i in 0..n {
      pe add w -> y
    }
    if n {
      pe add x[-1] -> y
    }
  }
}
