program random

engine e0 inflight 2
param n0
buffer b0[3], b1[2], b2[3], b3, b4[2]

e0 op b2[n0 % 3] -> latency 2
while load b0[(2*n0 + 1) % 1] {
}
