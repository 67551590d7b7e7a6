program p

engine e0
param n0, n1
buffer b0, b1, b2, b3, x4[3]

e0 op b0, b3 -> b0, x4[(-n1 + 1) % 3]
