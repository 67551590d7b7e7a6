program random

param n0, n1
buffer b0[5], x1

if load x1 {
}
for i0 in 0..n1 + 1 {
}
