program random

engine act
param n0
buffer b0, b1[2], x
counter c0

c0 = c0 + 1
act exp -> x
for i0 in 0..c0 + 2 {
  act op b1[(i0 - 1) % 2] ->
}
