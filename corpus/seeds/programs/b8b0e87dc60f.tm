program random

engine e1
engine e7 inflight 3
param n0
buffer b0, y, x[2]

e7 op y, x[0] -> y
for i0 in 0..n0 {
  e1 load b0 -> b0, b0 cost 382 latency 4
}
