program random

engine e1 inflight 3
param n0
buffer b0[4], b1[5], b2[1]

for i0 in 0..n0 {
}
if n0 - 1 == 1 {
  e1 op b0[2], b0[-1 % 4] ->
}
