# A branch on a loaded value, the value written anew in every trip.
# why: every engine's read of flag waits for decide, and decide waits for the reads of
# why: all engines in the trip before; use waits for load only where it was taken.
# from: class: producer under a branch and consumer outside
program branch_loaded
engine dma inflight 2
engine pe, dve
param n
buffer flag, x, y

for i in 0..n {
  decide: dve compare -> flag
  if load flag {
    dma load -> x
  }
  use: pe add x, y -> y
}
