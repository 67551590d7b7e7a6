program empty_bodies

engine act, pe
param n, m
buffer x, y, z

for i in 0..n {
  for j in 0..m {
  }
  if i == m {
  } else {
    act exp x -> y
  }
  pe matmul x, y -> z
  act scale x -> z
}
