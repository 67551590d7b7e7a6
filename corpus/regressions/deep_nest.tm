# A nest of four with a use at every depth.
# why: each use waits for the load of its cell, at the depth where it was.
# from: class: a prologue, inner loop and epilogue on one buffer
program deep_nest
engine dma inflight 2
engine pe, act
param a, b, c, d
buffer w, x, y, z

for i in 0..a {
  load_w: dma load -> w
  for j in 0..b {
    load_x: dma load -> x
    for k in 0..c {
      mid: pe matmul w, x -> y
      for l in 0..d {
        deep: act exp y -> z
      }
    }
    dma store z ->
  }
}
