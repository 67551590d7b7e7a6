# set: n0=4
program random

engine e0 inflight 3
engine e1 inflight 3
param n0
buffer b0, b1, b2, b3

e1 op b0, b1 -> b3, b1 latency 6
