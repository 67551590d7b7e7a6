program random

engine e0 inflight 3
param n0
memory m0
buffer b0[1]
buffer b1 at m0[8, 8)
buffer b2 at m0[16, 20)
buffer b3[1], x11[3]

e0 op -> b0[2*n0 % 1]
while load b1 {
  while load x11[(-n0 + 1) % 3] {
  }
}
e0 op -> b0[2*n0 % 1], x11[n0 % 3]
