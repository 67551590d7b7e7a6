# set: n=2
program sweep_down

engine dma
engine pe inflight 2
param n
buffer w[8], y

for k in 0..n {
  for i in 0..8 {
    dma load -> w[7 - i]
  }
  for i in 0..8 {
    pe use w[i] -> y
  }
}
