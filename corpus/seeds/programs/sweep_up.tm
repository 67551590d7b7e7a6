# set: n=2
program sweep_up

engine dma inflight 2
engine pe
param n
buffer w[8], y

for i in 0..8 {
  dma load -> w[i]
}
for k in 0..n {
  for i in 0..8 {
    pe use w[i] -> y
  }
}
