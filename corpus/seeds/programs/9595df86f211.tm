program own

param n
buffer x
counter c6

for i in 0..n {
}
c6 = c6 + 1
