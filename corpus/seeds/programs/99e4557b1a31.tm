program random

engine e0
param n0
memory mem
buffer b0, b1, b2[3]
buffer b3 at mem[128, 160)

if 1 != 0 {
  if 1 < 0 {
    e0 op -> b2[2 % 3]
    e0 op b2[1] -> b1
  }
}
e0 op -> b2[n0 % 3]
