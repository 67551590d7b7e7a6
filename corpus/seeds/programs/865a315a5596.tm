program random

engine e0
engine e1 inflight 3
param n0
buffer b0

for i0 in 0..n0 {
  e1 op b0 ->
}
e0 op b0, b0 ->
