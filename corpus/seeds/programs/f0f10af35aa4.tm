program empty_bodies

engine act, dve, pe
param n, m
memory m0
buffer x at m0[4, 4)
buffer y
buffer z at m0[12, 20)

for i in 0..n {
  for j in 0..m {
    if m {
      act op x -> y
    }
  }
  if i == m {
  } else {
    act exp x -> y
  }
  pe matmul x, y -> z
  dve scale x -> z
}
