program random

engine e1
param n0
buffer b0, b1
counter c3

for i0 in 0..n0 + 2 {
  e1 op ->
}
c3 = c3 + 1
