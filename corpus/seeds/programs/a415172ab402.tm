# load: b=2,3,2,1
program two_rings_two_phases

engine dma inflight 3
engine act, pe
param m, n
buffer a[3], b[3], c

for o in 0..m {
  for i in 0..n {
    dma load -> a[0]
    act make -> b[i % 3]
    mix: pe add a[i % 3], b[(i + 1) % 3] -> c
  }
}
act op b[(m - 1) % 3], c -> b[1 % 3]
