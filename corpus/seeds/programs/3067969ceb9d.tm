program random

engine e1
engine e2 inflight 2
param n0
memory mem, m0
buffer b0[3] at mem[0, 192)
buffer b1 at mem[96, 96)
buffer b2[1] at mem[0, 1)
buffer b3[1], x
buffer y at m0[16, 16)

e2 op x -> b0[(n0 + 2) % 4]
e2 load y -> x
e1 op b2[(2*n0 + 2) % 1], b2[(2*n0 + 2) % 1] -> b1
