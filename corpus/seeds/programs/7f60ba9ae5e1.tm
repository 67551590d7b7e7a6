program empty_bodies

engine act, dve
param n, m
buffer x, y, z

for i in 0..n {
  if i == m {
  } else {
    act exp x -> y
  }
  dve scale x -> z
}
