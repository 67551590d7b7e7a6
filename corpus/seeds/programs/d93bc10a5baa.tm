program own

param n
memory m0
buffer a[2] at m0[16, 32)

