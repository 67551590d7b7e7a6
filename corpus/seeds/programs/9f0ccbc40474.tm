program random

engine e0, pe
param n0
buffer b0, b1, b2, b3, x[2], y

pe add x[0 % 3], y -> y
while load y {
  if 2 == 0 {
  }
}
if 2 == 0 {
  if 0 == 2 {
  }
  e0 op b0 -> b0, b2
}
