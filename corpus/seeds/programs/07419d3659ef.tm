program random

engine e0
param n0, n1
memory mem
buffer b0[5], b1
buffer b2[2] at mem[128, 128)
buffer b3[4], x8[4], x5

e0 op b3[1], x5 -> x8[1], b3[3 % 3]
if n1 + 2 > 1 {
}
