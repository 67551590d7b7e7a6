program random

engine e0 inflight 3
param n0
buffer b0, b1, b2

e0 op b0 -> b0, b1
