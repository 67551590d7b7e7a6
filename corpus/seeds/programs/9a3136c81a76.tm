program triangle_upper

engine pe, act, e1
engine e0 inflight 2
param n, n1, n0
memory m0
buffer x[3], y, z
buffer a at m0[16, 16)
buffer b, b1, b0[3]

e1 op -> b1
for i in 0..n {
  row: act exp z -> y
  for j in i..n {
    pe add a, b -> y
    use: pe add x[(i + j) % 3], y -> z
  }
}
e0 mul b0[(n1 - 1) % 3], b0[n0 % 2] -> b0[n0 % 3]
