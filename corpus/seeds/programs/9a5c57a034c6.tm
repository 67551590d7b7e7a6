program random

engine e1
buffer b0[2], b1[2]

e1 op b0[-1 % 2] -> b1[-1 % 2], b1[1]
