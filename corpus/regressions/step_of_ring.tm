# A step that is a multiple of the ring, and one that shares a factor with it.
# why: load_a always meets slot 1, so that every load waits for the use before it; load_b
# why: meets slots 1 and 3 of four.
# from: class: non-unit steps and non-zero lower bounds with rings
program step_of_ring
engine dma inflight 4
engine pe
param n
buffer a[2], b[4], y

for i in 1..2*n + 1 step 2 {
  load_a: dma load -> a[i % 2]
  load_b: dma load -> b[i % 4]
  use: pe add a[i % 2], b[i % 4] -> y
}
