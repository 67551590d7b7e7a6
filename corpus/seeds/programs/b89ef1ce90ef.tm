program random

engine e0 inflight 3
engine act
param n0
buffer b0, x[2]

e0 op -> b0
act exp -> x[0 % 2]
for i0 in 0..n0 step n0 + 1 {
  e0 op b0 -> b0
}
