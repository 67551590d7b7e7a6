program branch_both_arms

param n, m
buffer x, y

if (-m + 3) % 3 < 0 {
}
