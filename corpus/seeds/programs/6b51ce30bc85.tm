program branch_producer

param n, k
memory m0
buffer x
buffer y at m0[4, 12)

for i3 in 0..n + k + 2 {
}
