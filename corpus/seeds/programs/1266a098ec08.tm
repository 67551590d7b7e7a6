program fan

engine dma inflight 2
buffer a, b, y, z

load_a: dma load -> a
load_b: dma load -> b
if -1 > 1 {
  for i1 in 0..3 {
    use_b: dma exp b -> z
  }
}
