program random

engine e0 inflight 3
param n0
buffer b0[1], b1, b2, x9

while load b1 {
  e0 op b0[(n0 + 2) % 1], x9 -> b0[0], b1
  if -1 % 2 != 2 {
    e0 op x9 ->
  }
}
