# set: n=2
program table_of_slots

engine dma inflight 2
engine pe
param n
buffer w[6], y

for k in 0..n {
  for i in 0..2 {
    for j in 0..3 {
      dma load -> w[(2 * j + 3 * i) % 6]
      dma other -> y
    }
    dma last -> y
  }
  for i in 0..2 {
    for j in 0..3 {
      pe use w[(j + 3 * i) % 6] ->
    }
  }
}
