program triangle_upper

param n
memory m0
buffer x[3], y, z, a
buffer b at m0[16, 20)

for i2 in 0..2*n + 2 {
}
