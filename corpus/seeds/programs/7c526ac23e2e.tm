program random

engine e0
param n0, n1
buffer b0[4], b1[4], b2

e0 op b2 -> b2
if 0 == 0 {
}
