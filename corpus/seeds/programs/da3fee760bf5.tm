program random

engine e1 inflight 3
buffer b0[4], b1[5], b2[1]

for i0 in load b1[3 % 1]..3 {
}
if 2 == 1 {
  e1 op b0[2], b0[-1 % 4] ->
}
