# Two loops in sequence on the same pair of engines, either of them empty.
# why: the first loads of the second loop wait for the last uses of the first, whose
# why: number is n, and for nothing where n is 0; the slot at which loop j starts is 0
# why: whatever the slot at which loop i ended.
# from: class: two loops in sequence on the same pair of engines
program loops_in_sequence
engine dma inflight 2
engine pe
param n, m
buffer x[2], y

for i in 0..n {
  fill: dma load -> x[i % 2]
  use: pe add x[i % 2], y -> y
}
for j in 0..m {
  fill_again: dma load -> x[j % 2]
  use_again: pe add x[j % 2], y -> y
}
