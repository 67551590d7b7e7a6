# load: b0=1,2
program random

engine e0
param n0, n1
buffer b0

e0 op b0 ->
