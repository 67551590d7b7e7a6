program own

param n
buffer x, a[2]

