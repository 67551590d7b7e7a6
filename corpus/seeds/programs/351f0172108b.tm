program random

engine e0 inflight 3
engine e6 inflight 3
param n0
buffer b0[2], b1, b2
counter c0

e6 op b2, b2 -> b2
while load b1 {
  e0 load b2, b0[2 % 2] -> b2
  c0 = 0
}
for i0 in 0..0 {
  e0 store -> b1
  e0 mul b1 -> b0[-1 % 2]
}
