program own

param n
buffer x, y, z
counter c6

c6 = 4*c6
