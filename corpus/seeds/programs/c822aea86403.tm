program random

engine e0, pe
param n0, n1, n
buffer b0[4], b1[2], b2[4], b3[3], b4[2], x[3], y, z

if n != 0 {
  for j in 0..n {
    if (-j + 3) % 2 == 2 {
    }
    pe add x[0 % 2] -> y
    pe add x[j % 3], y -> z
  }
  e0 op b4[n1 % 2], b1[0] -> b0[(n0 - 1) % 4]
}
e0 op -> b4[(n1 - 1) % 2]
