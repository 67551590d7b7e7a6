program random

engine e0
param n0, n1
buffer b0[5], b1, b3[4], x8[4], x5

e0 op b3[1], x5 -> x8[1], b3[3 % 3]
if n1 + 2 > 1 {
}
