program random

engine e0
memory m0
buffer b0 at m0[8, 8)
buffer b1, b2

e0 store b0 -> b1, b1
