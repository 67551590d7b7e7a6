program own

param n
buffer x, y

