program random

engine e2 inflight 2
engine act
param n0
buffer b0, b1[2], x
counter c0

c0 = 0
act exp -> x
for i0 in 0..c0 + 2 {
  act op b1[(i0 - 1) % 2] ->
}
e2 store b1[1], b1[0] -> b0, b1[0]
