program own

param n
buffer x

for i in 0..n {
}
