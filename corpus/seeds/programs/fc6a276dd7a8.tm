program two_rings_two_phases

engine dma inflight 3
engine act, pe
param m, n
buffer a[2], b[3], c, length[2], x, y

dma load -> a[0]
for o in 0..m {
  for i in 0..n {
    dma load -> length[o % 2]
    act make -> b[i % 3]
    pe matmul x, x -> y
    for i2 in 0..3 {
      mix: pe add a[i % 2], b[(i + 1) % 3] -> c
    }
    act make -> x
  }
}
