# set: n=1
program sweep_by_strides

engine dma inflight 3
engine pe
param n
buffer w[16], y

for k in 0..n {
  for i in 0..4 {
    dma load -> w[4 * i]
    dma load -> w[4 * i + 1]
    dma load -> w[4 * i + 2]
    dma load -> w[4 * i + 3]
    dma other -> y
  }
  for i in 0..16 {
    pe use w[i] ->
  }
}
