program random

engine e0
param n0, n1
memory m0
buffer b0[3], b1[4]
buffer b2 at m0[4, 4)
counter c2

e0 op b2 -> b2
c2 = c2 + 1
if -1 <= 0 {
}
