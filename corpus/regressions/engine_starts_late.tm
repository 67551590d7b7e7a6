# An engine that starts late, when the others may have finished or not begun.
# why: last waits for the final use of a loop that may have been empty.
# from: class: an engine that finishes early
program engine_starts_late
engine dma inflight 2
engine pe, dve
param m, n
buffer x, y, z

for o in 0..m {
  for i in 0..n {
    dma load -> x
    use: pe add x, y -> y
  }
}
last: dve copy y -> z
