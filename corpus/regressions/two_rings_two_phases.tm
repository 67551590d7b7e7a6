# Two rings at different phases in one instruction, re-entered.
# why: mix waits for the load of a[i % 2] in this trip and for the make of b[(i + 1) % 3]
# why: two trips back; a key taken from the first operand alone gets one of them wrong.
# from: class: two rings at different phases in one instruction
program two_rings_two_phases
engine dma inflight 3
engine act, pe
param m, n
buffer a[2], b[3], c

for o in 0..m {
  for i in 0..n {
    dma load -> a[i % 2]
    act make -> b[i % 3]
    mix: pe add a[i % 2], b[(i + 1) % 3] -> c
  }
}
