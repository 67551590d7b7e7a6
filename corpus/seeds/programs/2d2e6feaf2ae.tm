program own

param n
buffer x

for i1 in 0..n {
}
