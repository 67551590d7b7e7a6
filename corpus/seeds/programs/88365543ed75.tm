program phases

param n
memory m0
buffer x
buffer y at m0[0, 8)

if 0 % 3 != 0 {
}
