program own

param n
buffer x, x7[3]

