program bounds_in_ring

engine act
param m
buffer length[4], x, y

for i4 in 0..2 {
  for o in 0..m {
  }
  act make -> x
}
