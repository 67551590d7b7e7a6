program random

memory m0
buffer b0 at m0[8, 8)
buffer b1, b2

