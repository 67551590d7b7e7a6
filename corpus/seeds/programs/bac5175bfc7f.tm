program empty_bodies

engine act, dve
param n, m
buffer x, y, z

for j in 0..m {
}
if 0 == m {
} else {
  act exp x -> y
}
dve scale x -> z
