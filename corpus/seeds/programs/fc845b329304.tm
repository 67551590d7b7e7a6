program p

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
