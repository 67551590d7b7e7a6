program empty_bodies

engine dve, pe
param n, m
buffer x, y, z

for i in 0..m {
  for j in 0..m {
  }
  if i == m {
  }
  dve scale x -> z
}
dve op x ->
pe add x -> y
