program random

engine e0
param n0, n1
buffer b0[5], x1

e0 op b0[0] -> b0[1 % 2], x1
if load x1 {
}
