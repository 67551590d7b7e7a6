program own

param n
buffer x0, x1[3], x2

