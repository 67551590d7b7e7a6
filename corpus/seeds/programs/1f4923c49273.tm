program join

engine e6 inflight 3
memory m0
buffer x at m0[12, 20)
buffer y at m0[0, 8)
buffer z

for i0 in 0..1 {
  for i1 in 0..i0 + 1 {
    if 0 % 2 <= 1 {
    }
  }
  e6 op y, x -> y
}
e6 op z -> y
