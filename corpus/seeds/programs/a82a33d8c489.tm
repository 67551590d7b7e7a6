program random

engine e0
param n0, n1
memory mem
buffer b0, b1[4]
buffer b2[4] at mem[32, 288)

e0 op -> b0
e0 op b1[n1 % 4] -> b1[(n1 + 1) % 4]
if n0 + n1 + 2 <= 0 {
}
