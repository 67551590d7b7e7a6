program own

param n
memory m0
buffer x at m0[4, 12)
buffer a[2] at m0[0, 2)

