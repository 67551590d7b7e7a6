# Two loops in sequence inside a third, handing one cell back and forth.
# why: use waits for the last make_b of the trip before, or for make_a alone.
# from: class: two loops in sequence on the same pair of engines
program loops_in_sequence_carried
engine act, dve
param r, n, m
buffer x, y

for t in 0..r {
  for i in 0..n {
    make_a: act exp y -> x
  }
  for j in 0..m {
    make_b: dve scale x -> y
  }
}
