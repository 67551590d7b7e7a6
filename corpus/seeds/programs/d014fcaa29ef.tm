program p

param m
buffer b, c, x[2], length, y, a[2], z

