program random

engine e2 inflight 2
engine act
param n0
buffer b0, b1, x
counter c0

c0 = c0 + 1
act exp -> x
for i0 in 0..c0 + 2 {
  act op b1 ->
}
e2 store b1, b1 -> b0, b1
