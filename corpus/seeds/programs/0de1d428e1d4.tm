program random

engine e2, pe
buffer b0, b1, x, y

e2 op -> b1
pe add x, y -> y
