program random

engine e0 inflight 3
param n0, n1
buffer b0[4], b1[1], b2[4]

e0 mul -> b2[n0 % 4]
e0 load b0[(3*n1 + 2) % 4], b2[(n0 - 1) % 4] -> b2[2] cost 331
for i0 in 0..n1 {
  e0 load b2[0], b1[(n0 - 1) % 1] -> cost 71
  l0: e0 load b1[0], b2[n1] ->
  l1: e0 store -> b0[(3*n1 + 1) % 3]
}
e0 exp -> b2[(n1 - 1) % 4] cost 418
