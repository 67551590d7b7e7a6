program step_and_offset

param m, n
buffer x[3], y, x2[3]
counter c0

c0 = 3*c0 + 1
