program own

param n
memory m0
buffer x at m0[16, 16)

