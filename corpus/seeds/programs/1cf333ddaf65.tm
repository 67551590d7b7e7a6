program random

engine e2
param n0
buffer b0

e2 op b0 -> b0
e2 op b0 -> cost 32
