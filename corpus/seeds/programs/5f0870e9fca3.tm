program random

engine e1
param n0
buffer b0, y, x[2]

for i0 in 0..n0 {
  e1 load b0 -> b0, b0 cost 382 latency 4
}
