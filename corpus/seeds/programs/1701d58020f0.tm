program loops_in_sequence_carried

engine act, dve
engine e5 inflight 3
param r, n, m
buffer x, y
counter c7

for j in 0..m {
  dve scale x -> y
  dve op -> x
}
for t in 0..r {
  e5 op -> y
  c7 = c7 + 3
  for i in 0..n {
    dve op x -> y
    if n + 3 > 0 {
      make_a: act exp y -> x
    }
  }
  for j in 0..m {
    make_b: dve scale x -> y
    dve op -> x
  }
  act op x, y -> x
}
