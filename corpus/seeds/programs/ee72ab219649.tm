program random

engine e0
param n0
buffer b0[3]

e0 op -> b0[1 % 3] latency 1
e0 op b0[2], b0[-1 % 3] -> b0[1 % 1], b0[2] cost 231
e0 op b0[(n0 - 1) % 3] -> b0[n0 % 3], b0[1] cost 170 latency 9
e0 op b0[2 % 2] -> cost 83
e0 op -> b0[1 % 1]
e0 op b0[2 % 3] -> b0[1 % 1]
e0 op b0[(n0 - 1) % 3] -> cost 7 latency 4
e0 op b0[0], b0[(n0 - 1) % 3] -> cost 241
