program own

param n
buffer x

