program random

engine e0 inflight 3
param n0
buffer b0, x[2]

e0 op -> b0
for i0 in 0..n0 step n0 + 1 {
  e0 op b0 -> b0
}
