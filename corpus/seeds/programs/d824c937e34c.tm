program own

engine e0
param n, n0
buffer x, b1[1], b2[2]

if 0 % 2 >= 0 {
} else {
  e0 op b1[(n0 - 1) % 1], b2[(n0 + 1) % 2] -> b1[(n0 + 2) % 1]
}
