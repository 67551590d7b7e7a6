program empty_bodies

engine act, dve
param m
buffer x, y, z

for i in 0..3 {
  for j in 0..m {
  }
  if i == m {
  } else {
    act exp x -> y
  }
  dve scale x -> z
}
