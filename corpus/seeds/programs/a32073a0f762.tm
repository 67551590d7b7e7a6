program random

engine e2
buffer b0, b1[1], x, y

e2 op -> b1[0]
