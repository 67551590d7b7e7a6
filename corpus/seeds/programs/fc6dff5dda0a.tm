program random

param n0, n1
buffer b0, b1[4], b2[2], b3[4]

for i1 in 0..3 {
}
