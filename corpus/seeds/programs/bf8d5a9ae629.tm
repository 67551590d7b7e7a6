program two_rings_two_phases

engine dma inflight 3
engine act
param m, n
buffer a[2], b[3], c

dma load -> a[0]
for o in 0..m {
  for i in 0..n {
    dma load -> a[i % 2]
    act make -> b[i % 3]
  }
}
