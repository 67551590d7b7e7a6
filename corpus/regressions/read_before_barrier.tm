# A branch on a loaded value, and own results in flight around it.
# why: with barriers, what a register keeps must be cleared when the semaphores are.
# from: bug: after a barrier a register that two cells share, or whose snapshot had been
#       left out, still held a threshold from before the reset
program read_before_barrier
engine e inflight 3
engine f
param n, m
buffer b0, b1, b2

for i in 0..m {
  if load b0 {
    for j in i..n {
      e mul -> b2
      e load b0 -> b2
      e load -> b0
    }
    e store b1 ->
    for k in -1..0 {
      e store b2, b0 ->
      e load -> b2
      e load b0, b2 -> b0, b2
    }
  }
}
