program trio

param n
buffer x, y, z
counter c6

c6 = 1
