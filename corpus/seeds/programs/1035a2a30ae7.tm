program ring_position_carried

engine pe
param m, n
buffer x[3], y, b[4], a[2]
counter turn, c6

for o in 0..m {
  for i1 in 0..n {
    c6 = c6 + 1
    pe add a[0 % 2], b[0 % 4] -> y
  }
  for i in 0..n {
    use: pe add x[turn % 3], y -> y
    turn = turn + 1
  }
}
