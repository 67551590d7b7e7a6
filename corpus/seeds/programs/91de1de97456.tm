program random

engine e0
param n0, n1
buffer b0[3], b1[4], b2
counter c2

e0 op b2 -> b2
c2 = c2 + 1
if -1 <= 0 {
}
