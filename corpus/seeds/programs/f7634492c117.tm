program branch_both_arms

param n, m
buffer x, y

