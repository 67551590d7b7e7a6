# The same, where the branch is on a loaded value: no engine can tell how many there were
# without having followed all of them.
# why: use waits for the last load taken; decide for the flag's reads by all engines.
# from: class: counters that advance only in a taken branch
program counter_in_loaded_branch
engine dma inflight 2
engine pe, dve
param n
buffer flag, x[3], y
counter turn

for i in 0..n {
  decide: dve compare -> flag
  if load flag {
    dma load -> x[turn % 3]
    turn = turn + 1
    use: pe add x[(turn + 2) % 3], y -> y
  }
}
