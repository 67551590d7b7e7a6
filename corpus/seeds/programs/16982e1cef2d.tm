program empty_bodies

engine dve
param n, m
buffer x, y, z

for i in 0..n {
  for j in 0..m {
  }
  if i == m {
  }
  dve scale x -> z
}
