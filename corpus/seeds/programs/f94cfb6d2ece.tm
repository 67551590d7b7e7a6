program random

engine e1
buffer b0, b1
counter c3

for i0 in 0..2 {
  e1 op -> b0
}
c3 = c3 + 1
