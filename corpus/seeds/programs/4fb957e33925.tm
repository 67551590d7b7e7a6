program own

param n
buffer x
counter c6

c6 = c6 + 1
