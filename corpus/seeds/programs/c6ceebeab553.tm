program random

engine e0
param n0, n1
buffer b0[4], b2[4], b1[3], x8[2]

e0 load b2[0], b1[(n0 - 1) % 3] -> cost 71
e0 load b1[0], b2[n1 % 3] ->
e0 store -> b0[(3*n1 + 1) % 3]
e0 mul b0[0], b0[0] -> b0[1], x8[(n1 + 3) % 2] cost 125
e0 mul b0[0], b0[0] -> b0[1] cost 125
e0 store b0[2], b0[1] -> b0[0], b0[1]
