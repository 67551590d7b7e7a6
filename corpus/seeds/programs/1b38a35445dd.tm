program random

engine e0, e2, e3
param n0, n1
buffer x0

e0 op x0 ->
for i0 in 0..1 {
  e3 op x0, x0 ->
  e0 op x0 -> x0, x0
  e2 op x0, x0 -> x0
  e2 op -> x0
}
