program random

engine e0 inflight 3
param n0, n1
memory m0
buffer b0, b1
buffer b2 at m0[8, 8)
buffer x7
counter c1

c1 = 1
while load b1 {
}
for i0 in 0..n0 + c1 - 1 {
}
e0 op b1, b1, x7 -> cost 459
