program one_engine

engine dve
engine dma inflight 2
engine pe
param n
buffer x[2], y

for i in 0..n {
  use: dve add x[i % 2] -> y
}
dma load -> x[0]
pe add x[0] -> y
