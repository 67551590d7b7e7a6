program random

param n0
buffer b0[1], b1, b2, x9

