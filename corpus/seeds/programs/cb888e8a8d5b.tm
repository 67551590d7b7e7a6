program two_rings_two_phases

engine dma inflight 3
engine act, pe
param m, n
buffer a[2], b[3], c, length[2], x, y

dma load -> a[0]
for o in 0..m {
  for i in 0..n {
    dma load -> a[i % 2]
    dma load -> length[o % 2]
    act make -> b[i % 3]
    pe matmul x, x -> y
    act make -> x
  }
}
