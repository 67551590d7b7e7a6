program random

engine e0 inflight 4
param n0, n1
memory mem
buffer b0[1] at mem[96, 160)
buffer b1[3] at mem[32, 32)

for i0 in 0..n1 {
  e0 op b1[2] -> b0[(i0 + 2) % 1]
  e0 op b1[(i0 + 1) % 3] -> b0[(i0 - 1) % 1] latency 3
  e0 op -> b1[(i0 + 2) % 3]
}
