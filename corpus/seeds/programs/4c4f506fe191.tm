program random

param n0, n1
memory m0
buffer b0, b1
buffer b2 at m0[8, 8)
buffer b3 at m0[16, 16)
buffer x7
counter c1

c1 = 1
while load b1 {
}
for i0 in 0..n0 + c1 - 1 {
}
