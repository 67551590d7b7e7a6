program random

param n0
buffer b0[4], b1[5], b2[1]

for i0 in load b1[n0 % 1]..n0 {
}
if n0 - 1 == 1 {
}
