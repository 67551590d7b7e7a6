# set: n=2
# set: fresh=1
program sweeps_of_two_steps

engine dma inflight 2
engine pe
param n, fresh
buffer w[8], y, z

for k in 0..n {
  if fresh == 1 {
    for i in 0..8 {
      dma load -> w[i]
    }
  } else {
    for i in 0..8 {
      dma load -> w[i]
      dma more y -> z
    }
  }
  for i in 0..8 {
    pe use w[i] -> y
  }
}
