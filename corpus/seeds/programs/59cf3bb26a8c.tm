program random

param n0, n1
buffer b0[4], b1[4], b2

if -1 <= 0 {
}
